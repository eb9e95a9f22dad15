export * from '../../cold-start-confidence.ts'

export const coldStartConfidence = (learned: number): number => learned
