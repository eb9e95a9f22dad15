import { mailboxConcurrency } from '../../limits.ts'
import { requestedPauseMs } from '../../../outages/back-off.ts'
import { PausedError, VendorError } from '../../../vendors/http/vendor-error.ts'
import { mailboxVendor } from '../mailbox-account.ts'
import type { SlotGrant, SlotRequest } from './slot-queries.ts'

interface SlotsOptions {
  now: () => number
  /** `Presence.epoch`: slots that were granted in another epoch may belong to other nodes now. */
  epoch: () => number | null
  exchange(demand: Pick<SlotRequest, 'wanted' | 'kept'>): Promise<SlotGrant & { epoch: number | null }>
  /** All slots are given back. */
  ended(): void
}

interface WaitingCall {
  ignorePause: boolean
  start: () => void
  fail: (error: unknown) => void
}

/** The slots of one mailbox on this node, and its calls that wait for one, in order. */
export class MailboxSlots {
  readonly #options: SlotsOptions
  readonly #waiting: WaitingCall[] = []
  #inFlight = 0
  /** Calls that may be in flight here: at most the slots that the database grants to this node. */
  #allowed = 0
  #epoch: number | null = null
  #share = 0
  #isShared = false
  /** Largest number of running and waiting calls since the last interval. */
  #peak = 0
  #unusedSince: number | null = null
  /** Pause that a response to this node requested; the database may not know it yet. */
  #requestedPause = Number.NEGATIVE_INFINITY
  #storedPause = Number.NEGATIVE_INFINITY
  #isExchanging = false
  #needsExchange = false

  constructor(options: SlotsOptions) {
    this.#options = options
  }

  /** Waits for a slot. @throws PausedError */
  async enter(ignorePause: boolean): Promise<void> {
    const pause = this.#remainingPause()
    if (pause > 0 && !ignorePause) throw new PausedError(mailboxVendor, pause)
    this.#peak = Math.max(this.#peak, this.#demand() + 1)
    if (this.#waiting.length === 0 && this.#hasFreeSlot()) {
      this.#inFlight++
      return
    }
    const turn = Promise.withResolvers<void>()
    this.#waiting.push({ ignorePause, start: turn.resolve, fail: turn.reject })
    if (this.#allowed < mailboxConcurrency || !this.#isCurrent()) this.requestExchange()
    await turn.promise
  }

  leave(): void {
    this.#inFlight--
    this.#giveBackSurplus()
    this.#startWaiting()
  }

  /** After 429 or `Retry-After` no waiting call of this node is sent. */
  recordPause(error: unknown): void {
    if (!(error instanceof VendorError)) return
    const waitMs = requestedPauseMs(error)
    if (waitMs === null) return
    this.#requestedPause = Math.max(this.#requestedPause, this.#options.now() + waitMs)
    this.#refusePaused()
  }

  /** Called in each interval. @returns whether it should be checked if other nodes want slots */
  checkNeeds(idleMs: number): boolean {
    const isUnused = this.#peak === 0
    const since = (this.#unusedSince = isUnused ? (this.#unusedSince ?? performance.now()) : null)
    const isReleased = since !== null && (this.#isShared || performance.now() - since >= idleMs)
    const needsMore = this.#waiting.length > 0 && (this.#allowed < mailboxConcurrency || !this.#isCurrent())
    if (isReleased || this.#isShared || needsMore) this.requestExchange()
    else this.#peak = this.#demand()
    return !this.#isExchanging
  }

  learn({ isShared, pausedUntil }: Pick<SlotGrant, 'isShared' | 'pausedUntil'>): void {
    this.#storedPause = pausedUntil?.getTime() ?? Number.NEGATIVE_INFINITY
    this.#refusePaused()
    if (isShared) this.requestExchange()
  }

  /** Reports the demand of this node and learns its share. Requests during an exchange are combined. */
  requestExchange(): void {
    this.#needsExchange = true
    if (!this.#isExchanging) void this.#exchange()
  }

  async #exchange(): Promise<void> {
    this.#isExchanging = true
    try {
      while (this.#needsExchange) {
        this.#needsExchange = false
        const wanted = Math.min(mailboxConcurrency, Math.max(this.#peak, this.#demand()))
        this.#peak = this.#demand()
        // Calls that start meanwhile use only slots that this node keeps in any case.
        this.#allowed = this.#isCurrent() ? Math.min(this.#allowed, this.#demand()) : 0
        const grant = await this.#options.exchange({ wanted, kept: this.#allowed })
        this.#allowed = grant.held
        this.#epoch = grant.epoch
        this.#share = grant.share
        this.#isShared = grant.isShared
        this.learn({ isShared: false, pausedUntil: grant.pausedUntil })
        this.#giveBackSurplus()
        this.#startWaiting()
        if (wanted === 0 && grant.held === 0 && this.#demand() === 0) return this.#options.ended()
      }
    } catch (error) {
      // Without the database no slot is certain. What is not given back now is given back in a later interval.
      for (const call of this.#waiting.splice(0)) call.fail(error)
    } finally {
      this.#isExchanging = false
    }
  }

  readonly #demand = (): number => this.#inFlight + this.#waiting.length

  readonly #isCurrent = (): boolean => this.#epoch !== null && this.#epoch === this.#options.epoch()

  readonly #hasFreeSlot = (): boolean => this.#inFlight < this.#allowed && this.#isCurrent()

  #giveBackSurplus(): void {
    const allowed = Math.min(this.#allowed, Math.max(this.#inFlight, this.#share))
    if (!this.#isShared || allowed === this.#allowed) return
    this.#allowed = allowed
    this.requestExchange()
  }

  #startWaiting(): void {
    while (this.#waiting.length > 0 && this.#hasFreeSlot()) {
      this.#inFlight++
      this.#waiting.shift()?.start()
    }
    // This node was suspended.
    if (this.#waiting.length > 0 && !this.#isCurrent()) this.requestExchange()
  }

  #refusePaused(): void {
    const pause = this.#remainingPause()
    if (pause <= 0) return
    const refused = this.#waiting.filter(({ ignorePause }) => !ignorePause)
    this.#waiting.splice(0, this.#waiting.length, ...this.#waiting.filter(({ ignorePause }) => ignorePause))
    for (const call of refused) call.fail(new PausedError(mailboxVendor, pause))
  }

  readonly #remainingPause = (): number => Math.max(this.#requestedPause, this.#storedPause) - this.#options.now()
}
