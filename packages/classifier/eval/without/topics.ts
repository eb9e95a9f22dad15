import { TOPIC_NAMES } from '../../topics.ts'

export * from '../../topics.ts'

const EQUAL = new Float64Array(TOPIC_NAMES.length).fill(1 / TOPIC_NAMES.length)

export const topicsOfMessage = (): Float64Array => EQUAL
