import type { ChildProcess } from 'node:child_process'
import { z } from 'zod'
import type { Running } from '../../scripts/lib/child-processes.ts'
import type { Clock } from '../../server/clock.ts'
import { addMs } from '../../server/clock.ts'
import { nodeLifetimeMs } from '../../server/db/presence.ts'

/** What the run did to the work of a node, or of all nodes (`null`). */
export interface Interruption {
  node: number | null
  from: Date
  to: Date
}

const Report = z.object({ node: z.number() })

/** The deaths and suspensions of nodes, and the outages of the database, with the time of the run. */
export class Interruptions {
  readonly all: Interruption[] = []
  readonly #clock: Clock
  readonly #nodes = new Map<ChildProcess, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Records the death of the process, which has started. */
  watch({ child, exited }: Running): void {
    child.on('message', (message) => {
      const node = Report.safeParse(message).data?.node
      if (node !== undefined) this.#nodes.set(child, node)
    })
    // It may be dead already.
    child.send({ reportNode: true }, () => undefined)
    void exited.then(() => this.#ofNode(child, this.#clock.now()))
  }

  async ofNode({ child }: Running, work: () => Promise<void>): Promise<void> {
    const from = this.#clock.now()
    await work()
    this.#ofNode(child, from)
  }

  /** Afterwards the nodes have to notice that their connections are closed, and that they are regarded as dead. */
  async ofDatabase<T>(work: () => Promise<T>): Promise<T> {
    const from = this.#clock.now()
    const result = await work()
    this.all.push({ node: null, from, to: addMs(this.#clock.now(), nodeLifetimeMs) })
    return result
  }

  #ofNode(child: ChildProcess, from: Date): void {
    // A process that dies at once after its start may not have reported its number.
    this.all.push({ node: this.#nodes.get(child) ?? null, from, to: this.#clock.now() })
  }
}
