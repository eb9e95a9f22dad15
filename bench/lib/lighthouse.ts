import { z } from 'zod'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Of 100. */
export type Scores = Record<(typeof categories)[number], number>

const Result = z.object({
  lhr: z.object({ categories: z.record(z.enum(categories), z.object({ score: z.number() })) }),
})
const Module = z.object({
  default: z.custom<(url: string, flags: object) => unknown>((value) => typeof value === 'function'),
})

/** Scores a page by Lighthouse, mobile profile, in the browser that listens for DevTools on the port. */
export type ScorePage = (url: string, port: number) => Promise<Scores>

/**
 * Not a dependency: it brings 180 MB for this measurement alone.
 * @returns null where it is not installed
 */
export async function loadLighthouse(): Promise<ScorePage | null> {
  const name = 'lighthouse'
  const loaded: unknown = await import(name).catch(() => null)
  if (loaded === null) return null
  const lighthouse = Module.parse(loaded).default
  return async (url, port) => {
    // The page keeps the session, which is in its storage.
    const flags = { port, logLevel: 'error', disableStorageReset: true, onlyCategories: [...categories] }
    const { lhr } = Result.parse(await lighthouse(url, flags))
    const of = (category: keyof Scores): number => Math.round(lhr.categories[category].score * 100)
    return {
      performance: of('performance'),
      accessibility: of('accessibility'),
      'best-practices': of('best-practices'),
      seo: of('seo'),
    }
  }
}
