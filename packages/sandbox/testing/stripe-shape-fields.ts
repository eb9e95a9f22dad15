import { z } from 'zod'

/** Fields that a client of this API version reads; objects may contain more. */
export const id = z.string().min(3)
export const cents = z.number().int()
export const seconds = z.number().int().min(1_000_000_000).max(9_999_999_999)
export const nullableText = z.string().nullable()
export const metadata = z.record(z.string(), z.string())
export const common = { livemode: z.literal(false), metadata }
export const reference = (object: string) => z.union([id, z.looseObject({ id, object: z.literal(object) })])
export const list = (item: z.ZodType) =>
  z.looseObject({ object: z.literal('list'), data: z.array(item), has_more: z.boolean(), url: z.string() })

export const deletable = (name: string) => z.looseObject({ id, object: z.literal(name), deleted: z.literal(true) })
