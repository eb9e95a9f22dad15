import { type Address, itemAt } from './item-address.ts'
import { contextOf, type DriveAnswer, type DriveCall } from './drive-call.ts'
import { createIntake, readInto } from './file-content.ts'
import { invalidRequest, quotaReached, tooLarge } from './errors.ts'
import { renderItem } from './render-item.ts'
import { folderOf, targetOf } from './upload-target.ts'
import type { Conflict } from './state.ts'
import { findPath, placeFile, usedBytes } from './item-tree.ts'

const CONFLICTS: readonly Conflict[] = ['fail', 'replace', 'rename']

/** Uploads a small file in one call. The query sets the conflict behaviour; the default is to replace the file. */
export async function uploadContent(call: DriveCall, address: Address): Promise<DriveAnswer> {
  const { sandbox, drive, c, query } = call
  const target = targetOf(address)
  const wanted = query.get('@microsoft.graph.conflictBehavior') ?? 'replace'
  const on = CONFLICTS.find((word) => word === wanted)
  if (!on) throw invalidRequest(`Invalid value for '@microsoft.graph.conflictBehavior': ${wanted}`)
  const intake = createIntake()
  const size = await readInto(intake, c.req.raw.body, drive.largestPut)
  if (size > drive.largestPut) throw tooLarge('The file is too large for one request: use an upload session.')
  // Checked before folders are created, so that a refused file leaves none.
  const there = on === 'replace' ? findPath(target.from, [...target.folders, target.name]) : undefined
  if (size > drive.total - usedBytes(drive) + (there?.content?.size ?? 0)) throw quotaReached()
  const child = { folder: folderOf(sandbox, drive, target), name: target.name, content: intake.finish() }
  const { item, isNew } = placeFile(sandbox, drive, child, on)
  return {
    status: isNew ? 201 : 200,
    body: { '@odata.context': contextOf(call, 'drive/root/$entity'), ...renderItem(call, item) },
  }
}

/** Redirects to the download address, which needs no token. */
export function getContent(call: DriveCall, address: Address): DriveAnswer {
  const item = itemAt(address)
  if (!item.content) throw invalidRequest('A folder has no content.')
  const { '@microsoft.graph.downloadUrl': location } = renderItem(call, item)
  return { status: 302, headers: { Location: String(location) } }
}
