import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

interface LivingNode {
  node: number
  role: 'all' | 'web' | 'worker' | null
  version: string | null
  startedAt: Date
}

/** The oldest first. @param tx as service */
export async function findLivingNodes(tx: Tx): Promise<LivingNode[]> {
  const { rows } = await sql<LivingNode>`
    select node, role, version, started_at as "startedAt" from app.nodes
    where seen_until > now() order by started_at, node`.execute(tx)
  return rows
}
