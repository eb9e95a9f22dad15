import { readdir, readFile } from 'node:fs/promises'

/** Clock ticks per second in `/proc` (`getconf CLK_TCK`); 100 on all common Linux systems. */
const ticksPerSecond = 100

interface ProcessTimes {
  parent: number
  /** CPU time of the process and of its children that have ended, in milliseconds. */
  ms: number
}

/** The CPU time of a process and of all its descendants, in milliseconds; NaN where there is no `/proc`. */
export async function cpuTimeOf(pid: number): Promise<number> {
  const all = await readProcesses()
  if (!all.has(pid)) return Number.NaN
  const isBelow = (id: number): boolean => {
    const process = all.get(id)
    return id === pid || (process !== undefined && isBelow(process.parent))
  }
  return [...all].filter(([id]) => isBelow(id)).reduce((sum, [, { ms }]) => sum + ms, 0)
}

/** The parent of a process: the postmaster of a PostgreSQL backend. */
export const parentOf = async (pid: number): Promise<number> => (await readProcesses()).get(pid)?.parent ?? 0

async function readProcesses(): Promise<Map<number, ProcessTimes>> {
  const names = await readdir('/proc').catch(() => [])
  const found = new Map<number, ProcessTimes>()
  for (const name of names.filter((entry) => /^\d+$/.test(entry))) {
    // A process may end meanwhile.
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields.length < 15) continue
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    found.set(Number(name), { parent: Number(fields[1]), ms: (ticks * 1000) / ticksPerSecond })
  }
  return found
}
