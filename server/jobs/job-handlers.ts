import type { Context } from '../context.ts'
import type { JobName, JobPayload } from './queues.ts'

/** Job handlers by queue. A job can run twice, so every handler must be idempotent. */
export type JobHandlers = { [N in JobName]: (ctx: Context, payload: JobPayload<N>) => Promise<void> }
