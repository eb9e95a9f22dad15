import { createLanguageModel } from '../../server/vendors/language-model/language-model.ts'
import { withTimeLimitsUpTo } from '../../server/vendors/http/time-limit.ts'
import { allServices } from '../kit/services.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { watchMethods, type TimeLimits } from './client-methods.ts'
import { watchErrors } from './unexpected-errors.ts'

/** The time limit of calls that never end. */
export const shortLimitMs = 300
/** That of clients which have theirs from the beginning: it also holds for calls without a fault on a busy machine. */
const fixedLimitMs = 2000

/** An app that runs one scenario at a time. */
export interface Bench {
  app: App
  /** Errors that no provider explains, since it was last called. */
  takeErrors: () => string[]
  timeLimits: TimeLimits
}

/** @param counts of the calls of each method of the vendor clients */
async function startBench(counts: Map<string, number>): Promise<Bench> {
  // Stripe's client and that of the mail server have their time limits from the beginning.
  const app = await withTimeLimitsUpTo(fixedLimitMs, () => startApp({ env: allServices, mailServers: true }))
  const baseUrl = `${app.sandbox.url}/api.openai.com/v1`
  const model = createLanguageModel({ baseUrl, apiKey: 'mailroom-sandbox-key', model: 'sandbox-model' })
  Object.assign(app.ctx.vendors, { model })
  const timeLimits = { maxMs: Infinity }
  watchMethods(app, { counts, timeLimits })
  return { app, takeErrors: watchErrors(app), timeLimits }
}

interface BenchPool extends AsyncDisposable {
  /** Waits for an idle bench; the caller that waits longest has the next one. */
  take(): Promise<Bench & Disposable>
}

/** While one bench waits for its database, a retry or a time limit, another one works. */
export async function startBenches(count: number, counts: Map<string, number>): Promise<BenchPool> {
  const all = await Promise.all(Array.from({ length: count }, () => startBench(counts)))
  const idle = [...all]
  const waiting: ((bench: Bench) => void)[] = []
  const giveBack = (bench: Bench): void => {
    const next = waiting.shift()
    if (next) next(bench)
    else idle.push(bench)
  }
  return {
    async take() {
      const bench = idle.pop() ?? (await new Promise<Bench>((resolve) => waiting.push(resolve)))
      return { ...bench, [Symbol.dispose]: () => giveBack(bench) }
    },
    async [Symbol.asyncDispose]() {
      for (const { app } of all) await app[Symbol.asyncDispose]()
    },
  }
}
