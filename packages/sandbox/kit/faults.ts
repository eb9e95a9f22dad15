import { z } from 'zod'

/**
 * A fault as `PUT /control/faults` takes it. Those of `POST /control/faults` (by name, see `microsoft/faults/named.ts`) become
 * one or more of these.
 */
export const FaultRule = z.strictObject({
  id: z.string().optional(),
  service: z.string(),
  method: z.string().optional(),
  path: z.string().default(''),
  mailbox: z.string().optional(),
  when: z.enum(['before', 'after']).default('before'),
  status: z.number().int().min(100).max(599).optional(),
  retryAfter: z.union([z.number(), z.string()]).nullish(),
  delayMs: z.number().min(0).optional(),
  times: z.number().int().min(1).optional(),
  drop: z.boolean().optional(),
  duplicate: z.union([z.boolean(), z.number().int().min(1)]).optional(),
  /** Let the first `skip` matches pass. */
  skip: z.number().int().min(0).optional(),
  probability: z.number().min(0).max(1).optional(),
  /** Virtual seconds after which it ends by itself. */
  forSeconds: z.number().min(0).optional(),
  /** The answer in full, instead of the service's own for that status. */
  body: z.unknown().optional(),
  contentType: z.string().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  /** What else happens, by name: `hang`, `cut`, `drip`, and those that a service knows. */
  action: z.string().optional(),
  /** Details of the action. */
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  /** The name it was set by. */
  name: z.string().optional(),
})
export type FaultRule = z.infer<typeof FaultRule>

export type Fault = FaultRule & {
  id: string
  pattern: RegExp
  left: number
  toSkip: number
  endsAt: number
  used: number
}

export type Call = {
  service: string
  method: string
  path: string
  mailbox?: string | null
  /** Where a step of a call can only be met before, or only after its effect: other faults wait for a later step. */
  when?: FaultRule['when']
}

export type Faults = {
  replace(rules: FaultRule[]): Fault[]
  add(rule: FaultRule): Fault
  remove(id: string): boolean
  list(): Fault[]
  /** The first fault that matches the call, used up by one. */
  take(call: Call): Fault | null
}

export function createFaults(now: () => number, chance: (probability: number) => boolean): Faults {
  let faults: Fault[] = []
  let numbered = 0

  function make(rule: FaultRule): Fault {
    const endsAt = rule.forSeconds === undefined ? Infinity : now() + rule.forSeconds * 1000
    const pattern = new RegExp(rule.path)
    const left = rule.times ?? Infinity
    return { ...rule, id: rule.id ?? `fault-${++numbered}`, pattern, left, toSkip: rule.skip ?? 0, endsAt, used: 0 }
  }

  function matches(fault: Fault, call: Call): boolean {
    if (call.when !== undefined && fault.when !== call.when) return false
    if (fault.service !== call.service || !fault.pattern.test(call.path)) return false
    if (fault.method && fault.method.toUpperCase() !== call.method.toUpperCase()) return false
    return !fault.mailbox || fault.mailbox.toLowerCase() === call.mailbox?.toLowerCase()
  }

  return {
    replace(rules) {
      faults = rules.map(make)
      return faults
    },
    add(rule) {
      const fault = make(rule)
      faults.push(fault)
      return fault
    },
    remove(id) {
      const before = faults.length
      faults = faults.filter((fault) => fault.id !== id)
      return faults.length < before
    },
    list: () => faults,
    take(call) {
      if (faults.length === 0) return null
      faults = faults.filter((fault) => fault.left > 0 && fault.endsAt > now())
      for (const fault of faults) {
        if (!matches(fault, call)) continue
        if (fault.probability !== undefined && !chance(fault.probability)) continue
        if (fault.toSkip > 0) {
          fault.toSkip--
          continue
        }
        fault.left--
        fault.used++
        return fault
      }
      return null
    },
  }
}
