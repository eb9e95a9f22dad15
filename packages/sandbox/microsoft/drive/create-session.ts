import { z } from 'zod'
import { graphTime } from '../../kit/clock.ts'
import { randomSecret } from '../../kit/random-secret.ts'
import type { Address } from './item-address.ts'
import { bodyIn, contextOf, type DriveAnswer, type DriveCall } from './drive-call.ts'
import { invalidRequest, quotaReached } from './errors.ts'
import { FILE_HOST } from './render-item.ts'
import { targetOf } from './upload-target.ts'
import { usedBytes } from './item-tree.ts'
import { newSession } from './upload-session.ts'

const CONFLICT = '@microsoft.graph.conflictBehavior'
const SessionBody = z.strictObject({
  item: z
    .strictObject({
      '@odata.type': z.string().optional(),
      [CONFLICT]: z.enum(['fail', 'replace', 'rename']).default('fail'),
      name: z.string().optional(),
      description: z.string().optional(),
      fileSize: z.number().int().min(0).optional(),
    })
    .default({ [CONFLICT]: 'fail' }),
  // Ignored outside of `item`, as by the real service.
  [CONFLICT]: z.string().optional(),
  deferCommit: z.literal(false).optional(),
})

/** Returns an upload address for ranges. A name conflict is reported with the last range. */
export async function createSession(call: DriveCall, address: Address): Promise<DriveAnswer> {
  const { sandbox, drive, origin, c } = call
  const isEmpty = (c.req.header('content-length') ?? '0') === '0'
  const { item } = isEmpty
    ? SessionBody.parse({})
    : await bodyIn(call, SessionBody, 'microsoft.graph.driveItemUploadableProperties')
  const target = targetOf(address)
  if (item.name !== undefined && item.name.toLowerCase() !== target.name.toLowerCase())
    throw invalidRequest('The name of the item is not the one in the address.')
  if ((item.fileSize ?? 0) > drive.total - usedBytes(drive)) throw quotaReached()
  const session = newSession(sandbox, { drive, target, on: item[CONFLICT] })
  const secret = randomSecret('v1.', 32)
  sandbox.drives.sessions.set(secret, session)
  const place = `_api/v2.0/drives/${drive.id}/items/${target.from.id}/uploadSession`
  return {
    status: 200,
    body: {
      '@odata.context': contextOf(call, 'drive/root/createUploadSession'),
      expirationDateTime: graphTime(session.expiresAt),
      nextExpectedRanges: ['0-'],
      uploadUrl: `${origin}/${FILE_HOST}/${place}?tempauth=${secret}`,
    },
  }
}
