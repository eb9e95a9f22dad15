import { route } from '../call.ts'
import { createFolder } from '../commit.ts'
import { badCall } from '../errors.ts'
import { folderMetadata, metadataOf } from '../metadata.ts'
import { lookUp } from '../paths.ts'
import { CreateFolderArg, GetMetadataArg } from './schemas.ts'
import { inTurn } from './write.ts'

const create = route({
  name: 'files/create_folder_v2',
  style: 'rpc',
  scope: 'files.content.write',
  arg: CreateFolderArg,
  run: (call, { path, autorename }) =>
    inTurn(call, () => ({ metadata: folderMetadata(createFolder(call.world, call.account, path, autorename)) })),
})

const getMetadata = route({
  name: 'files/get_metadata',
  style: 'rpc',
  scope: 'files.metadata.read',
  arg: GetMetadataArg,
  run({ account }, { path }) {
    const entry = lookUp(account, path)
    if (entry === account.root)
      throw badCall('files/get_metadata', 'request body: path: The root folder is unsupported.')
    return metadataOf(entry)
  },
})

export const metadataRoutes = [create, getMetadata]
