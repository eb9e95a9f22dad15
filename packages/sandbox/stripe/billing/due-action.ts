/** An action that a clock runs at a time (Unix seconds): a renewal, a retry, an expiry. */
export type DueAction = { at: number; run: () => void }
