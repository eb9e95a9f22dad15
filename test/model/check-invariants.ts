import { LogStatus, ReasonCode } from '../../contract/reasons.ts'
import { messageMaxAttempts } from '../../server/sorting/limits.ts'
import type { Observation } from './observe.ts'
import { ownTag, type SortingModel, type ModelMessage } from './reference-model.ts'

/**
 * Checks what holds at every moment, and remembers where the messages are.
 * @returns the violations
 */
export function checkAlways(model: SortingModel, seen: Observation): string[] {
  const violations = [
    ...checkLog(model, seen),
    ...checkCount(model, seen),
    ...seen.forbiddenCalls.map((call) => `A call that sorting may not make: ${call}`),
    ...[...seen.messages.keys()]
      .filter((id) => !model.messages.has(id))
      .map((id) => `${id} was created in the mailbox`),
  ]
  for (const [id, count] of seen.confirmedMoves) if (count > 1) violations.push(`${id} was moved ${count} times by us`)
  for (const message of model.messages.values()) violations.push(...checkMessage(message, seen))
  return violations
}

function checkLog(model: SortingModel, { rows, messages, confirmedMoves, uncertainMoves }: Observation): string[] {
  const violations: string[] = []
  const ids = new Set<string>()
  for (const row of rows) {
    const name = `${row.message_id} (${row.status}, ${row.reason})`
    if (ids.has(row.message_id)) violations.push(`${name} has a second row in the processing log`)
    ids.add(row.message_id)
    const message = model.messages.get(row.message_id)
    if (!message) {
      violations.push(`${name} has a row, and never arrived`)
      continue
    }
    if (!LogStatus.safeParse(row.status).success) violations.push(`${name} has an unknown status`)
    if (row.status === 'processing') continue
    if (!ReasonCode.safeParse(row.reason).success) violations.push(`${name} ended without a reason`)
    if (row.reason === 'poison' && model.crashes < messageMaxAttempts)
      violations.push(`${name} was given up after ${model.crashes} crashes`)
    if ((row.reason === 'sorted') !== (row.status === 'processed')) violations.push(`${name} has the wrong reason`)
    const byUs = row.status === 'processed' && row.moved_at !== null && row.decided_by !== 'user'
    if (!byUs) continue
    const place = messages.get(row.message_id)
    const isTagged = row.category === null || place?.tags.includes(row.category)
    if (message.userFolder === null && place && !isTagged) violations.push(`${name} was reported as tagged, and is not`)
    if (row.stays_in_inbox) {
      if (message.userFolder === null && place && place.folder !== 'Inbox')
        violations.push(`${name} was reported as tagged, and is in ${place.folder}`)
      continue
    }
    if (!confirmedMoves.has(row.message_id) && !uncertainMoves.has(row.message_id) && message.userFolder === null)
      violations.push(`${name} was reported as moved, and the mail server did not move it`)
    if (message.userFolder === null && place?.folderId !== row.target)
      violations.push(`${name} was reported as moved, and is in ${place?.folder}`)
  }
  return violations
}

function checkCount(model: SortingModel, { rows, usage, monthlyLimit }: Observation): string[] {
  const violations: string[] = []
  const counted = new Map(model.countedBefore)
  for (const { counted_month: month } of rows) if (month) counted.set(month, (counted.get(month) ?? 0) + 1)
  for (const { month, emails_processed: count } of usage) {
    if (count !== (counted.get(month) ?? 0))
      violations.push(`${count} emails are counted in ${month}, and ${counted.get(month) ?? 0} rows`)
    if (count > monthlyLimit) violations.push(`${count} emails are counted in ${month}, above ${monthlyLimit}`)
    counted.delete(month)
  }
  for (const [month, count] of counted) if (count > 0) violations.push(`${count} emails of ${month} are not counted`)
  for (const row of rows)
    if (row.counted_month !== null && ['failed', 'limit_reached'].includes(row.status))
      violations.push(`${row.message_id} is counted, and ended as ${row.status}`)
  return violations
}

function checkMessage(message: ModelMessage, { rows, messages }: Observation): string[] {
  const place = messages.get(message.id)
  if (message.isDeleted) return place ? [`${message.id} is back after the user deleted it`] : []
  if (!place) return [`${message.id} was deleted in the mailbox`]
  if (place.tags.includes(ownTag) !== message.hasOwnTag)
    return [`${message.id} has the tags ${place.tags.join()}, and its user has changed ${ownTag}`]
  const { lastFolder, userFolder, id } = message
  message.lastFolder = place.folder
  const isFiled = lastFolder === 'Inbox' && place.folder !== 'Inbox'
  if (isFiled && userFolder === null && message.waitsForReading) return [`${id} was filed before it was read`]
  if (userFolder !== null)
    return place.folder === userFolder ? [] : [`${id} was moved to ${place.folder} after the user chose ${userFolder}`]
  if (message.duty === 'must-stay' && rows.some((row) => row.message_id === id))
    return [`${id} was processed although it arrived while real-time processing was off`]
  if (place.folder === lastFolder || lastFolder === 'Inbox') return []
  return [`${id} was moved from ${lastFolder} to ${place.folder}, and the user did not do it`]
}

/** Checks what holds once all faults are healed and nothing is due. @returns the violations */
export function checkAtRest(model: SortingModel, seen: Observation): string[] {
  const violations = seen.waiting.map((id) => `${id} still waits`)
  const expected = model.realTime ? [seen.storedSubscription] : []
  const subscriptions = seen.subscriptions?.map(({ id }) => id)
  if (subscriptions && JSON.stringify(expected) !== JSON.stringify(subscriptions))
    violations.push(`Subscriptions at Microsoft: ${subscriptions.join()}; ours: ${expected.join()}`)
  const rows = new Map(seen.rows.map((row) => [row.message_id, row]))
  for (const message of model.messages.values()) {
    const row = rows.get(message.id)
    if (!row && message.duty === 'must-end') violations.push(`${message.id} was lost: it has no row`)
    if (!row) continue
    const name = `${message.id} (${row.status}, ${row.reason})`
    if (row.status === 'processing') violations.push(`${name} is unfinished`)
    const isDue = model.fileWhen === 'at_once' || (model.fileWhen !== 'at_hours' && message.isRead)
    if (row.reason === 'delayed' && isDue) violations.push(`${name} waits, although it is due`)
    const place = seen.messages.get(message.id)
    const isSorted = row.status === 'processed' && row.moved_at !== null
    const tag = isSorted || row.reason === 'delayed' ? row.category : null
    const tags = place?.tags.filter((each) => each !== ownTag).join() ?? ''
    if (message.userFolder === null && place && tags !== (tag ?? ''))
      violations.push(`${name} has the tags ${tags}, and by its row ${tag}`)
    // A message that the user moved may be in a folder whose moves are not recorded.
    const isAway = isSorted && !row.stays_in_inbox
    if (message.userFolder === null && place && isAway !== (place.folder !== 'Inbox'))
      violations.push(`${name} is in ${place.folder}`)
    if (row.status === 'failed' && row.reason !== 'poison')
      violations.push(`${name} failed although every fault was temporary`)
    const isTouched = message.userFolder !== null || message.isDeleted || message.duty !== 'must-end'
    if (!isTouched && ['gone', 'user_moved', 'auth'].includes(row.reason ?? ''))
      violations.push(`${name} was left, and its user had done nothing with it`)
    if (!isTouched && row.decided_by === 'user') violations.push(`${name} counts as moved by its user, who did nothing`)
  }
  return violations
}
