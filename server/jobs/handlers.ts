import type { Context } from '../context.ts'
import type { JobName, JobPayload } from './queues.ts'

/** What a room does for each of its jobs. Every handler may run twice and must not mind. */
export type JobHandlers = { [N in JobName]: (ctx: Context, payload: JobPayload<N>) => Promise<void> }
