import { makeOperator } from '../../server/shared/operators.ts'
import { signUp, type Visitor } from './outlook.ts'
import type { App } from './start-app.ts'

/** Someone who has just signed up, and is an operator. */
export async function signUpOperator(app: App): Promise<Visitor> {
  const who = await signUp(app)
  await app.ctx.db.asAccounts((tx) => makeOperator(tx, who.userId))
  return who
}
