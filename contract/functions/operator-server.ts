import { z } from 'zod'

const time = z.iso.datetime({ offset: true })

export const OperatorServerInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('overview') }),
  /** Runs the checks of `npm run doctor`, which change nothing. */
  z.strictObject({ action: z.literal('check') }),
  /** Asks the list of releases, as the checks do. */
  z.strictObject({ action: z.literal('newer-release') }),
  /** Has a worker write a backup into the configured folder. Needs a recent sign-in, as all that follow. */
  z.strictObject({ action: z.literal('back-up') }),
  /** Stops the automated actions of all users. */
  z.strictObject({ action: z.literal('stop-actions') }),
  /** Also stops all sorting and moving. */
  z.strictObject({ action: z.literal('stop-everything') }),
  /** Resumes everything that is stopped. */
  z.strictObject({ action: z.literal('start') }),
])
export type OperatorServerInput = z.infer<typeof OperatorServerInput>

export const Finding = z.object({
  check: z.string(),
  level: z.enum(['ok', 'warning', 'error']),
  text: z.string(),
  /** What to do; null where nothing is needed. */
  remedy: z.string().nullable(),
})
export type Finding = z.infer<typeof Finding>

export const ServerOverview = z.object({
  version: z.string(),
  nodes: z.array(
    z.object({
      id: z.int(),
      /** Role and version are null for a node of a former version. */
      role: z.enum(['all', 'web', 'worker']).nullable(),
      version: z.string().nullable(),
      since: time,
      /** The node that responds. */
      isThis: z.boolean(),
    }),
  ),
  automation: z.object({
    stopped: z.enum(['nothing', 'actions', 'everything']),
    changedAt: time,
    /** Emails with actions that are due or wait. */
    waitingEmails: z.int(),
  }),
  /** Who may create an account now; `first`: the first visitor. */
  signUp: z.enum(['open', 'first', 'invited', 'closed']),
  /** Null: the server makes none. */
  backups: z
    .object({
      folder: z.string(),
      keptDays: z.int(),
      /** Of the job that was enqueued last; null: it has ended, or there was none. */
      job: z.enum(['waiting', 'running', 'failed']).nullable(),
      /** The newest first; null: this node cannot read the folder. */
      files: z.array(z.object({ name: z.string(), writtenAt: time, bytes: z.int() })).nullable(),
    })
    .nullable(),
})
export type ServerOverview = z.infer<typeof ServerOverview>

/** Null: this version is the newest, UPDATE_CHECK is off, or the list of releases cannot be read. */
export const NewerRelease = z.object({ newer: z.object({ version: z.string(), url: z.string() }).nullable() })
export type NewerRelease = z.infer<typeof NewerRelease>

export const OperatorServerOutput = z.union([
  NewerRelease,
  ServerOverview,
  z.object({ findings: z.array(Finding) }),
  z.object({ success: z.literal(true) }),
])
