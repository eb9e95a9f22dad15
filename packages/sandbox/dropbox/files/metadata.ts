import { route } from '../route-definition.ts'
import { createFolder } from '../commit-file.ts'
import { badCall } from '../errors.ts'
import { folderMetadata, metadataOf } from '../metadata.ts'
import { findEntry } from '../paths.ts'
import { CreateFolderArg, GetMetadataArg } from './schemas.ts'
import { withWriteLock } from './write-lock.ts'

const create = route({
  name: 'files/create_folder_v2',
  style: 'rpc',
  scope: 'files.content.write',
  arg: CreateFolderArg,
  run: (call, { path, autorename }) =>
    withWriteLock(call, () => ({
      metadata: folderMetadata(createFolder(call.sandbox, call.account, path, autorename)),
    })),
})

const getMetadata = route({
  name: 'files/get_metadata',
  style: 'rpc',
  scope: 'files.metadata.read',
  arg: GetMetadataArg,
  run({ account }, { path }) {
    const entry = findEntry(account, path)
    if (entry === account.root)
      throw badCall('files/get_metadata', 'request body: path: The root folder is unsupported.')
    return metadataOf(entry)
  },
})

export const metadataRoutes = [create, getMetadata]
