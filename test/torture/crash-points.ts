import { z } from 'zod'
import type { Running } from '../../scripts/lib/child-processes.ts'

const Report = z.object({ crashPoint: z.string() })

/** Crash points that the nodes of a run have passed, and how many nodes were killed at each. */
export class CrashPoints {
  readonly kills = new Map<string, number>()
  private readonly attempts = new Map<string, number>()

  /** Reads the reports of a node (`node-hooks.ts`). */
  watch({ child }: Running): void {
    child.on('message', (message) => {
      const name = Report.safeParse(message).data?.crashPoint
      if (name !== undefined && !this.kills.has(name)) this.kills.set(name, 0)
    })
  }

  /** Of the points with the fewest attempts, the one that was passed first; null before any was passed. */
  next(): string | null {
    const [name] = [...this.kills.keys()].toSorted((a, b) => this.attemptsAt(a) - this.attemptsAt(b))
    if (name === undefined) return null
    this.attempts.set(name, this.attemptsAt(name) + 1)
    return name
  }

  recordKill(name: string): void {
    this.kills.set(name, (this.kills.get(name) ?? 0) + 1)
  }

  private attemptsAt(name: string): number {
    return this.attempts.get(name) ?? 0
  }
}
