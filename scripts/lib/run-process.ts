import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs a command beside others. @returns its output, to print it in one piece */
export async function runProcess(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ passed: boolean; seconds: number; output: string }> {
  const started = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = await once(child, 'close')
  return { passed: code === 0, seconds: (performance.now() - started) / 1000, output }
}
