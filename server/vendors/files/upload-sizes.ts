import { AsyncLocalStorage } from 'node:async_hooks'

/** Divides the sizes of uploads, for all uploads that `work` makes. */
const divisors = new AsyncLocalStorage<number>()

/** A chunk, or the largest file without an upload session, by the constants of each client. */
export const uploadBytes = (bytes: number): number => Math.floor(bytes / (divisors.getStore() ?? 1))

/**
 * Makes the chunks of `work`'s uploads smaller, and files of that size large: tests then need no large files. Services
 * accept multiples of up to 320 KiB, which a chunk of each client still is by a divisor of 1, 2 or 4.
 */
export const withUploadsDividedBy = <T>(divisor: 1 | 2 | 4, work: () => T): T => divisors.run(divisor, work)
