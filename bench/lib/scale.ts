/** `BENCH_SCALE=0.1` tries a benchmark with a tenth of its messages, mailboxes and time. */
const scale = Number(process.env['BENCH_SCALE'] ?? 1)

export const scaled = (amount: number): number => Math.max(1, Math.round(amount * scale))

/** Each figure is the median of so many rounds. */
export const rounds = 3
