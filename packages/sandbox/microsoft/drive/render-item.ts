import type { MicrosoftSandbox } from '../state.ts'
import { guidOf } from '../../kit/random.ts'
import type { Account } from '../model.ts'
import type { Drive, Item } from './state.ts'
import { pathOf, usedBytes } from './item-tree.ts'

/** The host of uploads, downloads and `webUrl`. The real host has the name of the tenant. */
export const FILE_HOST = 'sandbox-my.sharepoint.com'

export type View = { sandbox: MicrosoftSandbox; account: Account; drive: Drive; origin: string }

const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  zip: 'application/zip',
  eml: 'message/rfc822',
  ics: 'text/calendar',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const typeOf = (name: string) => TYPES[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'

export function renderItem(view: View, item: Item): Record<string, unknown> {
  const { sandbox, drive } = view
  const { content, version } = item
  const guid = guidOf(item.id).toUpperCase()
  const [created, changed] = [sandbox.clock.iso(item.createdAt), sandbox.clock.iso(item.changedAt)]
  const by = { user: identity(view) }
  return {
    ...(content ? { '@microsoft.graph.downloadUrl': downloadUrl(view, item) } : {}),
    createdBy: by,
    createdDateTime: created,
    eTag: `"{${guid}},${version}"`,
    cTag: `"c:{${guid}},${version}"`,
    id: item.id,
    lastModifiedBy: by,
    lastModifiedDateTime: changed,
    name: item.name,
    parentReference: parentOf(view, item),
    webUrl: webUrl(view, item),
    fileSystemInfo: { createdDateTime: created, lastModifiedDateTime: changed },
    ...(content ? { file: { hashes: { quickXorHash: content.quickXorHash }, mimeType: typeOf(item.name) } } : {}),
    ...(content ? {} : { folder: { childCount: item.children.size } }),
    ...(item === drive.root ? { root: {} } : {}),
    size: sizeOf(item),
  }
}

/** The size of a folder is that of its content. */
function sizeOf({ content, children }: Item): number {
  return content ? content.size : [...children.values()].reduce((sum, child) => sum + sizeOf(child), 0)
}

function parentOf({ account, drive }: View, { parent }: Item) {
  const about = { driveType: driveType(account), driveId: drive.id }
  if (!parent) return about
  const path = ['root:', ...pathOf(parent).map(encodeURIComponent)].join('/')
  return { ...about, id: parent.id, name: parent.name, path: `/drives/${drive.id}/${path}` }
}

/** The secret in the address authorizes the download, as in the real service. */
function downloadUrl({ origin, sandbox, drive }: View, item: Item): string {
  const secret = guidOf(`download ${sandbox.outlook.epoch} ${item.id} ${item.version}`)
  return `${origin}/${FILE_HOST}/download/${encodeURIComponent(drive.email)}/${item.id}?tempauth=${secret}`
}

export function isDownloadSecret({ outlook }: MicrosoftSandbox, item: Item, secret: string): boolean {
  return secret === guidOf(`download ${outlook.epoch} ${item.id} ${item.version}`)
}

function webUrl({ origin, drive }: View, item: Item): string {
  const path = ['Documents', ...pathOf(item)].map(encodeURIComponent).join('/')
  return `${origin}/${FILE_HOST}/personal/${encodeURIComponent(drive.email)}/${path}`
}

const driveType = ({ kind }: Account) => (kind === 'personal' ? 'personal' : 'business')

const identity = ({ account }: View) => ({
  displayName: account.displayName,
  email: account.email,
  id: account.id,
})

export function renderDrive(view: View): Record<string, unknown> {
  const { account, drive } = view
  const used = usedBytes(drive)
  const remaining = Math.max(0, drive.total - used)
  const share = used / drive.total
  const state = share >= 1 ? 'exceeded' : share > 0.99 ? 'critical' : share > 0.9 ? 'nearing' : 'normal'
  return {
    id: drive.id,
    driveType: driveType(account),
    name: 'OneDrive',
    owner: { user: identity(view) },
    webUrl: webUrl(view, drive.root),
    quota: { deleted: 0, remaining, state, total: drive.total, used },
  }
}
