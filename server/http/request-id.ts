import { randomUUID } from 'node:crypto'

/** Ties an answer to its log line; the only thing a hidden failure tells. */
export const newRequestId = (): string => randomUUID()
