/** Wishes of the `Prefer` header. They count for the one request that carries them. */
export type Preferences = {
  immutableIds: boolean
  bodyType: 'text' | 'html' | null
  allowUnsafeHtml: boolean
  maxPageSize: number | null
  /** For `Preference-Applied`. */
  applied: string[]
}

export function readPreferences(header: string | null): Preferences {
  const wishes: Preferences = {
    immutableIds: false,
    bodyType: null,
    allowUnsafeHtml: false,
    maxPageSize: null,
    applied: [],
  }
  for (const part of (header ?? '').split(/[,;]/)) {
    const wish = part.trim()
    const [name, value] = wish.split('=').map((side) => side.trim().replaceAll('"', ''))
    switch (name?.toLowerCase()) {
      case 'idtype':
        if (value?.toLowerCase() !== 'immutableid') continue
        wishes.immutableIds = true
        break
      case 'outlook.body-content-type':
        if (value !== 'text' && value !== 'html') continue
        wishes.bodyType = value
        break
      case 'outlook.allow-unsafe-html':
        wishes.allowUnsafeHtml = true
        break
      case 'odata.maxpagesize':
        if (!/^\d+$/.test(value ?? '') || Number(value) < 1) continue
        wishes.maxPageSize = Number(value)
        break
      default:
        continue
    }
    wishes.applied.push(wish)
  }
  return wishes
}
