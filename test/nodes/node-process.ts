import { startProgram, untilReady, type Running } from '../../scripts/lib/child-processes.ts'

/** A process of the product. */
export interface NodeProcess extends AsyncDisposable {
  /** Stops it like a supervisor (SIGTERM), and starts a program in its place. */
  restart(program?: string): Promise<void>
}

const ownProgram = 'server/main.ts'

export async function startNodeProcess(env: Record<string, string>): Promise<NodeProcess> {
  const start = async (program: string): Promise<Running> => {
    const running = startProgram(program, env)
    await untilReady(running, `The ${env['ROLE']}`)
    return running
  }
  let running = await start(ownProgram)
  return {
    async restart(program = ownProgram) {
      running.child.kill('SIGTERM')
      const code = await running.exited
      if (code !== 0) throw new Error(`The ${env['ROLE']} exited with ${code}`)
      running = await start(program)
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  }
}
