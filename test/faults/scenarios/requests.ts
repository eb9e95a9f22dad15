import { z } from 'zod'
import { connectMailbox, signInOrUp, type Product, type User } from '../../../scripts/lib/product-client.ts'
import { addMs, minutes } from '../../../server/clock.ts'
import { callFunction, type FunctionAnswer } from '../../kit/outlook.ts'
import type { ConnectedMailbox } from '../../kit/mailbox.ts'
import type { App } from '../../kit/start-app.ts'
import type { Attempt, Outcome } from '../scenario.ts'

const password = 'correct horse battery'
/** Sessions last an hour. */
const sessionMs = minutes(45)

/** A user whose session is renewed when the clock was advanced. */
export interface Caller {
  user(): Promise<User>
  call(name: string, input: object): Promise<FunctionAnswer>
}

export function callerOf(app: App, product: Product, first: User): Caller {
  let [current, since] = [first, app.clock.now()]
  const user = async (): Promise<User> => {
    if (app.clock.now() > addMs(since, sessionMs)) {
      current = await signInOrUp(product, first.email, password)
      since = app.clock.now()
    }
    return current
  }
  return {
    user,
    async call(name, input) {
      const { accessToken, userId } = await user()
      return callFunction(app, { token: accessToken, userId }, name, input)
    },
  }
}

const Refused = z.object({ error: z.object({ code: z.string() }) })

export function outcomeOf({ status, body }: FunctionAnswer): Outcome {
  if (status === 200) return 'done'
  const refused = Refused.safeParse(body)
  return { refused: refused.success ? refused.data.error.code : `status ${status}` }
}

/**
 * A request that the user repeats until it succeeds.
 * @param more.outcome where more than the response decides
 */
export async function requested(
  send: () => Promise<Outcome>,
  {
    effects = async () => [],
    expected = [],
    ...more
  }: Partial<Pick<Attempt, 'effects' | 'expected' | 'outcome' | 'replaced'>> = {},
): Promise<Attempt> {
  let outcome = await send()
  return {
    outcome: async () => outcome,
    effects,
    expected,
    async retry() {
      outcome = await send()
    },
    ...more,
  }
}

/** Connects the mailbox again where Microsoft no longer accepts the sign-in. */
export async function connectAgain(app: App, { mailboxId, product, email }: ConnectedMailbox, caller: Caller) {
  const mailbox = await app.ctx.db.asService((tx) =>
    tx.selectFrom('mailboxes').select('status').where('id', '=', mailboxId).executeTakeFirst(),
  )
  if (mailbox && mailbox.status !== 'active') await connectMailbox(product, await caller.user(), email)
}
