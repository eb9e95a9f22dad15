import type { Route } from '../http/routing/route.ts'
import { operatorServer } from './operator-server.ts'
import { operatorUsers } from './operator-users.ts'

export const operatorFunctions: Route[] = [operatorUsers, operatorServer]
