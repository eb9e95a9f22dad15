import { countCall } from './metrics.ts'

/** Ids, codes and numbers only, as in the logs: no message text, address or secret. */
export type SpanFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** What identifies the trace of an email, in every process. */
export interface TracedMessage {
  mailboxId: string
  messageId: string
}

/** A request to an outside service. Its URL is not recorded: it can contain words that are searched for. */
interface TracedCall {
  vendor: string
  method?: string | undefined
}

/** `vendors/telemetry/open-telemetry.ts` implements it. */
export interface Tracing {
  messageFound(message: TracedMessage, fields: SpanFields): void
  inMessageSpan<T>(name: string, message: TracedMessage, fields: SpanFields, work: () => Promise<T>): Promise<T>
  inCallSpan<T extends { status: number }>(call: TracedCall, send: () => Promise<T>): Promise<T>
  addToSpan(fields: SpanFields): void
}

/** Of this process, as in OpenTelemetry's own API: a vendor client has no context. Null unless traces are exported. */
let installed: Tracing | null = null
export const installTracing = (tracing: Tracing | null): void => void (installed = tracing)

/** The beginning of a message's trace: Outlook announced the message, or it was found. */
export const messageFound = (message: TracedMessage, fields: SpanFields): void =>
  installed?.messageFound(message, fields)

/** Runs a step of a message's way as a span of its trace. */
export const inMessageSpan = <T>(
  name: string,
  message: TracedMessage,
  fields: SpanFields,
  work: () => Promise<T>,
): Promise<T> => (installed ? installed.inMessageSpan(name, message, fields, work) : work())

/** Counts a request by its outcome, and records it as a span of the step that makes it. */
export async function inCallSpan<T extends { status: number }>(call: TracedCall, send: () => Promise<T>): Promise<T> {
  try {
    const response = await (installed ? installed.inCallSpan(call, send) : send())
    countCall(call.vendor, String(response.status))
    return response
  } catch (error) {
    countCall(call.vendor, 'no_response')
    throw error
  }
}

/** Adds fields to the current step's span, if there is one. */
export const addToSpan = (fields: SpanFields): void => installed?.addToSpan(fields)
