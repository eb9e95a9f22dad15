import { z } from 'zod'
import type { LocalApp } from './local-app.ts'
import type { DemoMail, DemoMailbox } from './mail-files.ts'

interface SeedFolder {
  displayName: string
  instructions?: string | undefined
  children?: SeedFolder[] | undefined
}
const SeedFolder: z.ZodType<SeedFolder> = z.lazy(() =>
  z.object({ displayName: z.string(), instructions: z.string().optional(), children: z.array(SeedFolder).optional() }),
)
const SeedMail = z.object({
  folder: z.string(),
  message: z.looseObject({ subject: z.string().nullish(), receivedDateTime: z.string().optional() }),
})
export const Seeds = z.object({
  owner: z.object({ address: z.string() }),
  folders: z.array(SeedFolder),
  filed: z.array(SeedMail),
  arriving: z.array(SeedMail),
})

/** Reads the sandbox's own demo mailbox from its control API. */
export async function readSeeds(app: LocalApp): Promise<DemoMailbox> {
  const seeds = Seeds.parse(await app.control('GET', '/control/seeds'))
  return {
    folders: instructionsByPath(seeds.folders),
    filed: seeds.filed.map(toMail),
    arriving: seeds.arriving.map(toMail),
  }
}

const toMail = ({ folder, message }: z.output<typeof SeedMail>): DemoMail => ({
  body: message,
  folder: folder === 'Inbox' ? null : folder,
  date: new Date(message.receivedDateTime ?? 0),
  subject: message.subject ?? '',
})

export function instructionsByPath(folders: SeedFolder[], above = ''): Map<string, string> {
  return new Map(
    folders.flatMap(({ displayName, instructions = '', children = [] }) => {
      const path = above + displayName
      return [[path, instructions] as const, ...instructionsByPath(children, `${path}/`)]
    }),
  )
}
