import type { z } from 'zod'
import { OperatorUsersInput, OperatorUsersOutput } from '../../contract/functions/operator-users.ts'
import type { Context } from '../context.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import { requireOperator, requireRecentOperator } from '../shared/operators.ts'
import type { ActingOperator } from './acting-operator.ts'
import { inviteUser, resetPassword } from './invite-user.ts'
import { listUsers } from './list-users.ts'
import { deleteUser, disableUser, enableUser, limitUser, makeUserOperator, removeOperator } from './manage-user.ts'

/** The accounts of this server, for its operators. */
export const operatorUsers = functionRoute('operator-users', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: OperatorUsersInput,
  output: OperatorUsersOutput,
  async handle(ctx, { user, input, from }): Promise<z.input<typeof OperatorUsersOutput>> {
    await requireOperator(ctx, user)
    const by = { user, from }
    if (input.action === 'list') return listUsers(ctx, input)
    await requireRecentOperator(ctx, user)
    if (input.action === 'invite') return inviteUser(ctx, by, input.email)
    if (input.action === 'reset') return resetPassword(ctx, by, input.userId)
    if (input.action === 'limit') await limitUser(ctx, by, input.userId, input.limit)
    else await changes[input.action](ctx, by, input.userId)
    return { success: true }
  },
})

type Change = Exclude<z.output<typeof OperatorUsersInput>['action'], 'list' | 'invite' | 'reset' | 'limit'>

const changes: Record<Change, (ctx: Context, by: ActingOperator, userId: string) => Promise<void>> = {
  disable: disableUser,
  enable: enableUser,
  'make-operator': makeUserOperator,
  'remove-operator': removeOperator,
  delete: deleteUser,
}
