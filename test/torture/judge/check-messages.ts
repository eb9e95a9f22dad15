import { isConfirmed, movedMessage } from './graph-calls.ts'
import type { Checker } from './final-state.ts'

/** Rule 1. */
export const checkLostMessages: Checker = ({ delivered, log }) => {
  const recorded = new Set(log.map(({ messageId }) => messageId))
  return [...delivered.keys()]
    .filter((id) => !recorded.has(id))
    .map((id) => `1: message ${id} has no row in the processing log`)
}

/** Rule 2. */
export const checkSecondRows: Checker = ({ log }) =>
  [...Map.groupBy(log, ({ messageId }) => messageId)]
    .filter(([, rows]) => rows.length > 1)
    .map(([id, rows]) => `2: message ${id} has ${rows.length} rows in the processing log`)

/** Rule 2. */
export const checkRepeatedMoves: Checker = ({ calls }) =>
  [...Map.groupBy(calls.filter(isConfirmed), movedMessage)]
    .filter(([id, moves]) => id !== null && moves.length > 1)
    .map(([id, moves]) => `2: message ${id} was moved ${moves.length} times: ${moves.map(({ at }) => at).join(', ')}`)

/** Rule 4. */
export const checkDisappearedMessages: Checker = ({ delivered, outlook }) => {
  const there = new Set(outlook.map(({ id }) => id))
  return [...delivered.keys()].filter((id) => !there.has(id)).map((id) => `4: message ${id} is no longer in Outlook`)
}

/** Rule 4. Drafts are judged by rule 8. */
export const checkAddedMessages: Checker = ({ delivered, before, outlook }) => {
  const messages = outlook.filter(({ isDraft }) => !isDraft).length
  const expected = delivered.size + before
  return messages > expected ? [`4: the mailbox has ${messages} messages, and ${expected} arrived`] : []
}

/** Rule 5. */
export const checkMovesAgainstUser: Checker = ({ calls, movedBack, outlook }) => {
  const places = new Map(outlook.map(({ id, folder }) => [id, folder]))
  const repeated = calls.filter(isConfirmed).flatMap((call) => {
    const id = movedMessage(call)
    const since = id === null ? undefined : movedBack.get(id)
    return since && new Date(call.at) > since ? [`5: message ${id} was moved after the user had moved it back`] : []
  })
  const elsewhere = [...movedBack.keys()]
    .filter((id) => places.get(id) !== 'Inbox')
    .map((id) => `5: message ${id} is not where the user put it`)
  return [...repeated, ...elsewhere]
}

/** Rule 5. The user only moves messages back to the inbox. */
export const checkWronglyLearned: Checker = ({ corrections, movedBack }) =>
  corrections
    .filter(({ messageId, folderId }) => folderId !== null || !movedBack.has(messageId))
    .map(({ messageId }) => `5: message ${messageId} has taught what the user did not do`)

/** Rule 24. */
export const checkUntrueRows: Checker = ({ delivered, log, outlook, movedBack }) => {
  const places = new Map(outlook.map(({ id, folder }) => [id, folder]))
  return log.flatMap(({ messageId: id, movedAt, target }) => {
    if (!delivered.has(id)) return [`24: message ${id} has a row, and never arrived`]
    const place = places.get(id)
    const expected = movedAt === null ? 'Inbox' : target
    if (place === undefined || place === expected || movedBack.has(id)) return []
    return [`24: message ${id} is in ${place}, and by its row in ${expected}`]
  })
}

/** Rule 20. */
export const checkCount: Checker = ({ log, usage }) => {
  const counts = new Map(usage.map(({ month, messages }) => [month, messages]))
  const counted = Map.groupBy(log, ({ countedMonth }) => countedMonth)
  const months = new Set([...counts.keys(), ...log.flatMap(({ countedMonth }) => countedMonth ?? [])])
  return [...months].flatMap((month) => {
    const [count = 0, expected = 0] = [counts.get(month), counted.get(month)?.length]
    return count === expected ? [] : [`20: ${count} messages are counted in ${month}, and ${expected} rows`]
  })
}
