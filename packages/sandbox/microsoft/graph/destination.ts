import type { Folder } from '../model.ts'
import { bodyOf } from './body.ts'
import type { GraphCall } from './call.ts'
import { GraphError, requestBodyRead } from './errors.ts'
import { folderOf } from './find.ts'
import { Destination } from './schemas.ts'

/** The docs write destinationId, the schema DestinationId: one of them. */
export function destinationIn(call: GraphCall, action: string): string {
  const body = bodyOf(call, Destination, `microsoft.graph.${action}`)
  const id = body.destinationId ?? body.DestinationId
  if (id !== undefined) return id
  throw requestBodyRead(
    `One or more parameters of the operation '${action}' are missing from the request payload. The missing parameters are: DestinationId.`,
  )
}

/** The folder that a move or copy goes to: unknown ones are refused in a code of their own on some tenants. */
export function destinationOf(call: GraphCall, id: string): Folder {
  try {
    return folderOf(call, id)
  } catch (error) {
    if (
      error instanceof GraphError &&
      error.status === 404 &&
      call.world.config.unknownDestination === 'ErrorFolderNotFound'
    ) {
      throw new GraphError(404, 'ErrorFolderNotFound', 'The specified folder could not be found in the store.')
    }
    throw error
  }
}
