import type { Folder, Mailbox } from './model.ts'

/** Finds a folder by id, well-known name, path ("Clients/Acme") or display name, in that order. */
export function findFolder(mailbox: Mailbox, name: string): Folder | undefined {
  const wanted = name.toLowerCase()
  const direct = mailbox.folders.get(name) ?? mailbox.wellKnown.get(wanted)
  if (direct) return direct
  let byName: Folder | undefined
  for (const folder of mailbox.folders.values()) {
    if (pathOf(folder).toLowerCase() === wanted) return folder
    if (folder.displayName.toLowerCase() === wanted) byName ??= folder
  }
  return byName
}

export function pathOf(folder: Folder): string {
  const names: string[] = []
  for (let place: Folder | null = folder; place?.parent; place = place.parent) names.unshift(place.displayName)
  return names.join('/')
}
