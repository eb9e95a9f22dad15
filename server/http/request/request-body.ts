import { AppError, fail } from '../../errors.ts'

/**
 * Reads the request body. `Content-Length` is checked before reading; a chunked body is counted while it arrives.
 * @throws AppError `payload_too_large`; `bad_request` where the client ends the connection before the end of the body
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > maxBytes) fail('payload_too_large')
  try {
    return declared === null ? await readChunks(request, maxBytes) : Buffer.from(await request.arrayBuffer())
  } catch (error) {
    // Not an error of the server, which would be logged and counted.
    throw error instanceof AppError ? error : new AppError('bad_request')
  }
}

async function readChunks(request: Request, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) fail('payload_too_large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/**
 * Parses a JSON body. An empty body without content type is `{}`: the official client sends none for calls without
 * arguments.
 * @throws AppError `unsupported_media_type`, `payload_too_large`, `invalid_json`
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type')
  const body = await readBody(request, maxBytes)
  if (body.length === 0 && type === null) return {}
  if (type === null || !/^application\/json\s*(;|$)/i.test(type)) fail('unsupported_media_type')
  try {
    const value: unknown = JSON.parse(body.toString('utf8'), checkedMember)
    return value
  } catch (error) {
    if (error instanceof PrototypeKey) fail('invalid_input', 'The request has a forbidden field.')
    fail('invalid_json')
  }
}

class PrototypeKey extends Error {}

/**
 * Refuses keys that could pollute an object's prototype. A lone surrogate becomes U+FFFD, as UTF-8 requires;
 * `encodeURIComponent` would throw.
 */
function checkedMember(key: string, value: unknown): unknown {
  if (key === '__proto__' || key === 'constructor' || key === 'prototype') throw new PrototypeKey(key)
  return typeof value === 'string' ? value.toWellFormed() : value
}
