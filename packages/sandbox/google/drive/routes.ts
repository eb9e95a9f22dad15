import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { currentFault } from '../../kit/service-middleware.ts'
import type { GoogleSandbox } from '../state.ts'
import { drain } from './request-body.ts'
import { type DriveCall, fileOf, openCall } from './drive-call.ts'
import { createFile } from './create-file.ts'
import { badRequest, DriveError, errorBody } from './errors.ts'
import { applyMetadata, readMetadata } from './metadata.ts'
import { removeFile } from './drive-model.ts'
import { about, download, generateIds, getFile, listFiles, presentTo } from './read-methods.ts'
import { maskOf } from './resource.ts'
import { beginUpload, continueUpload } from './resumable-upload.ts'
import { uploadMedia, uploadMultipart } from './simple-upload.ts'

const CREATE = ['ignoreDefaultVisibility', 'keepRevisionForever']
const UPDATE = ['addParents', 'removeParents', 'keepRevisionForever']
const LIST = ['corpora', 'includeItemsFromAllDrives', 'orderBy', 'pageSize', 'pageToken', 'q', 'spaces']

/** Under /www.googleapis.com: Drive v3 (https://developers.google.com/workspace/drive/api/reference/rest/v3). */
export function googleDriveRoutes(sandbox: GoogleSandbox): Hono {
  const app = new Hono()
  app.onError(async (error, c) => {
    await drain(c)
    if (!(error instanceof DriveError)) throw error
    if (error.status === 401) {
      c.header('WWW-Authenticate', 'Bearer realm="https://accounts.google.com/", error="invalid_token"')
    }
    return c.json(errorBody(error), statusOf(error.status))
  })
  const open = (c: Context, known: readonly string[] = []): DriveCall => ({
    ...openCall(sandbox, c, known),
    fault: currentFault(c),
  })

  app.get('/drive/v3/about', (c) => c.json(about(open(c))))
  app.get('/drive/v3/files/generateIds', (c) => c.json(generateIds(open(c, ['count', 'space', 'type']))))
  app.get('/drive/v3/files', (c) => c.json(listFiles(open(c, LIST))))
  app.get('/drive/v3/files/:id', (c) => {
    const call = open(c, ['acknowledgeAbuse'])
    if (call.query.get('alt') !== 'media') return c.json(getFile(call, c.req.param('id')))
    const { mimeType, bytes } = download(call, c.req.param('id'))
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': mimeType,
      'Content-Length': String(bytes.length),
      'Content-Disposition': 'attachment',
    })
  })
  app.post('/drive/v3/files', async (c) => {
    const call = open(c, CREATE)
    const metadata = readMetadata(await c.req.text())
    maskOf(call.query.get('fields'), 'file')
    return c.json(presentTo(call, createFile(call, metadata, null)))
  })
  app.patch('/drive/v3/files/:id', async (c) => {
    const call = open(c, UPDATE)
    const file = fileOf(call, c.req.param('id'))
    const metadata = readMetadata(await c.req.text())
    maskOf(call.query.get('fields'), 'file')
    applyMetadata(call, file, metadata)
    return c.json(presentTo(call, file))
  })
  app.delete('/drive/v3/files/:id', (c) => {
    const call = open(c)
    removeFile(call.drive, fileOf(call, c.req.param('id')))
    return c.body(null, 204)
  })

  app.put('/upload/drive/v3/files/:id?', (c) => continueUpload(sandbox, c))
  app.post('/upload/drive/v3/files', (c) => upload(open(c, [...CREATE, 'uploadType']), c))
  app.all('*', () => {
    throw new DriveError(404, 'notFound', 'Not Found')
  })
  return app
}

/** An upload of the type that the request names. */
async function upload(call: DriveCall, c: Context): Promise<Response> {
  const uploadType = call.query.get('uploadType')
  if (uploadType === 'resumable') return beginUpload(call, c)
  if (uploadType !== 'media' && uploadType !== 'multipart') throw badRequest(`Invalid upload type: ${uploadType ?? ''}`)
  maskOf(call.query.get('fields'), 'file')
  const file = await (uploadType === 'media' ? uploadMedia(call, c) : uploadMultipart(call, c))
  return c.json(presentTo(call, file))
}

const STATUSES: readonly ContentfulStatusCode[] = [400, 401, 403, 404, 409, 413, 503]

function statusOf(status: number): ContentfulStatusCode {
  return STATUSES.find((known) => known === status) ?? 500
}
