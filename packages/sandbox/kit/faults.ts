import { z } from 'zod'

/**
 * A fault in the form of `PUT /control/faults`. `POST /control/faults` sets faults by name
 * (see `microsoft/faults/named-faults.ts`), which become rules of this form.
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
  /** The first `skip` matching calls are not affected. */
  skip: z.number().int().min(0).optional(),
  probability: z.number().min(0).max(1).optional(),
  /** Seconds of the sandbox's clock after which the fault ends. */
  forSeconds: z.number().min(0).optional(),
  /** The response body, instead of the service's own for that status. */
  body: z.unknown().optional(),
  contentType: z.string().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  /** Other effects: `reset`, `hang`, `cut`, `malformed`, `drip`, `endless`, and those of a service. */
  action: z.string().optional(),
  /** Arguments of the action. */
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  /** The name of a named fault. */
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

type Call = {
  service: string
  method: string
  path: string
  mailbox?: string | null
  /** Set where a step of a call can only fail before or only after its effect; other faults remain for later steps. */
  when?: FaultRule['when']
}

export type Faults = {
  replace(rules: FaultRule[]): Fault[]
  add(rule: FaultRule): Fault
  remove(id: string): boolean
  list(): Fault[]
  /** Finds the first fault that matches the call and counts one use of it. */
  consume(call: Call): Fault | null
}

export function createFaults(now: () => number, chance: (probability: number) => boolean): Faults {
  let faults: Fault[] = []
  let counter = 0

  function createFault(rule: FaultRule): Fault {
    const endsAt = rule.forSeconds === undefined ? Infinity : now() + rule.forSeconds * 1000
    const pattern = new RegExp(rule.path)
    const left = rule.times ?? Infinity
    return { ...rule, id: rule.id ?? `fault-${++counter}`, pattern, left, toSkip: rule.skip ?? 0, endsAt, used: 0 }
  }

  function matches(fault: Fault, call: Call): boolean {
    if (call.when !== undefined && fault.when !== call.when) return false
    if (fault.service !== call.service || !fault.pattern.test(call.path)) return false
    if (fault.method && fault.method.toUpperCase() !== call.method.toUpperCase()) return false
    return !fault.mailbox || fault.mailbox.toLowerCase() === call.mailbox?.toLowerCase()
  }

  return {
    replace(rules) {
      faults = rules.map(createFault)
      return faults
    },
    add(rule) {
      const fault = createFault(rule)
      faults.push(fault)
      return fault
    },
    remove(id) {
      const before = faults.length
      faults = faults.filter((fault) => fault.id !== id)
      return faults.length < before
    },
    list: () => faults,
    consume(call) {
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
