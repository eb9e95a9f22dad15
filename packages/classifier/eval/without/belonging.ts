import type { Belonging } from '../../belonging.ts'

export * from '../../belonging.ts'

export const capByBelonging = (_belonging: Belonging, confidence: number): number => confidence
