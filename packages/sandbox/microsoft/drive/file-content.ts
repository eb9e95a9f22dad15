import { type Address, itemAt } from './address.ts'
import { contextOf, type DriveAnswer, type DriveCall } from './call.ts'
import { createIntake, readInto } from './content.ts'
import { invalidRequest, quotaReached, tooLarge } from './errors.ts'
import { renderItem } from './render.ts'
import { folderOf, targetOf } from './target.ts'
import { type Conflict, findPath, placeFile, usedBytes } from './tree.ts'

const CONFLICTS: readonly Conflict[] = ['fail', 'replace', 'rename']

/** A small file in one call. What to do about a name that is taken stands in the address; without it the file is replaced. */
export async function putContent(call: DriveCall, address: Address): Promise<DriveAnswer> {
  const { world, drive, c, query } = call
  const target = targetOf(address)
  const wanted = query.get('@microsoft.graph.conflictBehavior') ?? 'replace'
  const on = CONFLICTS.find((word) => word === wanted)
  if (!on) throw invalidRequest(`Invalid value for '@microsoft.graph.conflictBehavior': ${wanted}`)
  const intake = createIntake()
  const size = await readInto(intake, c.req.raw.body, drive.largestPut)
  if (size > drive.largestPut) throw tooLarge('The file is too large for one request: use an upload session.')
  // Before its folders are made, so that a refused file leaves none behind.
  const there = on === 'replace' ? findPath(target.from, [...target.folders, target.name]) : undefined
  if (size > drive.total - usedBytes(drive) + (there?.content?.size ?? 0)) throw quotaReached()
  const child = { folder: folderOf(world, drive, target), name: target.name, content: intake.finish() }
  const { item, isNew } = placeFile(world, drive, child, on)
  return {
    status: isNew ? 201 : 200,
    body: { '@odata.context': contextOf(call, 'drive/root/$entity'), ...renderItem(call, item) },
  }
}

/** Sends to the file's download address, which needs no token. */
export function getContent(call: DriveCall, address: Address): DriveAnswer {
  const item = itemAt(address)
  if (!item.content) throw invalidRequest('A folder has no content.')
  const { '@microsoft.graph.downloadUrl': location } = renderItem(call, item)
  return { status: 302, headers: { Location: String(location) } }
}
