import { shapesOf as original, type Shape } from '../../shapes.ts'
import type { MessageToSort } from '../../types.ts'

export * from '../../shapes.ts'

const { searchParams } = new URL(import.meta.url)

export const shapesOf = (mail: MessageToSort): Set<Shape> =>
  new Set([...original(mail)].filter((shape) => !searchParams.has(shape)))
