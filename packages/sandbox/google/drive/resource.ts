import type { GoogleAccount } from '../google-accounts.ts'
import { checkFields, type Mask, parseFields, type Shape } from './fields.ts'
import { required } from './errors.ts'
import { type Drive, type DriveFile, isFolder, isTrashed, NATIVE_TYPES, usageOf } from './drive-model.ts'

const MAX_UPLOAD_BYTES = '5497558138880'

const USER: Shape = { kind: true, displayName: true, me: true, permissionId: true, emailAddress: true }
const FILE: Shape = {
  kind: true,
  id: true,
  name: true,
  mimeType: true,
  description: true,
  parents: true,
  size: true,
  quotaBytesUsed: true,
  md5Checksum: true,
  sha256Checksum: true,
  originalFilename: true,
  fileExtension: true,
  createdTime: true,
  modifiedTime: true,
  trashed: true,
  explicitlyTrashed: true,
  starred: true,
  webViewLink: true,
  appProperties: 'any',
  properties: 'any',
  ownedByMe: true,
  owners: USER,
  spaces: true,
  isAppAuthorized: true,
  driveId: true,
}
const LIST: Shape = { kind: true, incompleteSearch: true, nextPageToken: true, files: FILE }
const ABOUT: Shape = {
  kind: true,
  user: USER,
  maxUploadSize: true,
  storageQuota: { limit: true, usage: true, usageInDrive: true, usageInDriveTrash: true },
}
const IDS: Shape = { kind: true, space: true, ids: true }
const SHAPES = { file: FILE, list: LIST, about: ABOUT, ids: IDS }

/** The default of `fields`. */
const DEFAULT_FILE = 'kind,id,name,mimeType'
const DEFAULTS = { file: DEFAULT_FILE, list: `kind,incompleteSearch,nextPageToken,files(${DEFAULT_FILE})`, ids: '*' }

/** @throws DriveError where `fields` is malformed, names an unknown field, or is missing for `about.get` */
export function maskOf(fields: string | null, kind: keyof typeof SHAPES): Mask {
  if (fields === null && kind === 'about') {
    throw required('fields', "The 'fields' parameter is required for this method.")
  }
  const mask = parseFields(fields ?? DEFAULTS[kind === 'about' ? 'ids' : kind])
  checkFields(mask, SHAPES[kind])
  return mask
}

const time = (at: number) => new Date(at).toISOString()

/** The account and client of the call, and the origin of links. */
type Viewer = { account: GoogleAccount; clientId: string; origin: string }

/** A file as a resource with all fields. 64-bit numbers are strings. */
export function presentFile(file: DriveFile, { account, clientId, origin }: Viewer) {
  const { id, name, mimeType, parent, content, createdAt, modifiedAt, appProperties, description } = file
  const isNative = mimeType.startsWith(NATIVE_TYPES)
  return {
    kind: 'drive#file',
    id,
    name,
    mimeType,
    ...(description === null ? {} : { description }),
    ...(parent === null ? {} : { parents: [parent.id] }),
    createdTime: time(createdAt),
    modifiedTime: time(modifiedAt),
    trashed: isTrashed(file),
    explicitlyTrashed: file.trashed,
    starred: false,
    spaces: ['drive'],
    webViewLink: isFolder(file)
      ? `${origin}/drive.google.com/drive/folders/${id}`
      : `${origin}/drive.google.com/file/d/${id}/view?usp=drivesdk`,
    ...(Object.keys(appProperties).length === 0 ? {} : { appProperties }),
    ownedByMe: true,
    owners: [presentUser(account)],
    isAppAuthorized: file.madeBy === clientId,
    quotaBytesUsed: String(content?.size ?? 0),
    ...(content === null || isNative
      ? {}
      : {
          size: String(content.size),
          md5Checksum: content.md5,
          sha256Checksum: content.sha256,
          originalFilename: file.originalFilename ?? name,
          fileExtension: /\.([^.]+)$/.exec(name)?.[1] ?? '',
        }),
  }
}

function presentUser({ name, email, sub }: GoogleAccount) {
  return { kind: 'drive#user', displayName: name, me: true, permissionId: sub, emailAddress: email }
}

export function presentAbout(drive: Drive, account: GoogleAccount) {
  const { all, trash } = usageOf(drive)
  return {
    kind: 'drive#about',
    user: presentUser(account),
    storageQuota: {
      limit: String(drive.limit),
      usage: String(all + drive.usedElsewhere),
      usageInDrive: String(all),
      usageInDriveTrash: String(trash),
    },
    maxUploadSize: MAX_UPLOAD_BYTES,
  }
}
