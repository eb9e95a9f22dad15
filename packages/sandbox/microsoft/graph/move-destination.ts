import type { Folder } from '../model.ts'
import { bodyOf } from './request-body.ts'
import type { GraphCall } from './graph-call.ts'
import { GraphError, requestBodyRead } from './errors.ts'
import { folderOf } from './find-by-id.ts'
import { Destination } from './schemas.ts'

/** Either `destinationId`, as in the documentation, or `DestinationId`, as in the schema. */
export function destinationIn(call: GraphCall, action: string): string {
  const body = bodyOf(call, Destination, `microsoft.graph.${action}`)
  const id = body.destinationId ?? body.DestinationId
  if (id !== undefined) return id
  throw requestBodyRead(
    `One or more parameters of the operation '${action}' are missing from the request payload. ` +
      'The missing parameters are: DestinationId.',
  )
}

/** The target of a move or copy. Some tenants have another error code for an unknown one. */
export function destinationOf(call: GraphCall, id: string): Folder {
  try {
    return folderOf(call, id)
  } catch (error) {
    if (
      error instanceof GraphError &&
      error.status === 404 &&
      call.sandbox.config.unknownDestination === 'ErrorFolderNotFound'
    ) {
      throw new GraphError(404, 'ErrorFolderNotFound', 'The specified folder could not be found in the store.')
    }
    throw error
  }
}
