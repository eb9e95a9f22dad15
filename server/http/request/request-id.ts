import { randomUUID } from 'node:crypto'

/** Identifies a request in its response and in the log. */
export const newRequestId = (): string => randomUUID()
