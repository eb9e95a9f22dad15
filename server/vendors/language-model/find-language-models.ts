import { networkInterfaces } from 'node:os'
import { z } from 'zod'

/** A language model server that answers, with the models that it offers. */
export interface FoundModels {
  server: string
  /** For `AI_BASE_URL`. */
  baseUrl: string
  /** At least one, for `AI_MODEL`. */
  models: string[]
}

/** The ports that these servers use unless told otherwise. */
const usualPorts = { Ollama: 11434, 'LM Studio': 1234, 'llama.cpp': 8080, vLLM: 8000 }
const answersWithinMs = 1000
const parallelRequests = 128

/** Every such server answers `/v1/models` in this form; so do not the other programs at these ports. */
const Models = z.object({ object: z.literal('list'), data: z.object({ id: z.string().min(1).max(200) }).array() })
/** Embedding models answer no questions. */
const isEmbedding = (model: string): boolean => /embed|rerank/i.test(model)

/**
 * On this machine. Asks for the list of models only, and sends no text. `OLLAMA_HOST` is the setting of Ollama itself:
 * https://docs.ollama.com/faq.
 */
export function findLanguageModels(env: Record<string, string | undefined>): Promise<FoundModels[]> {
  const own = env['OLLAMA_HOST']
  return askAll([...(own ? [{ server: 'Ollama', address: withPort(own) }] : []), ...usualAddresses(['127.0.0.1'])])
}

/** For an operator who has configured no model. @returns null where none answers on this machine */
export async function describeUnusedModel(env: Record<string, string | undefined>): Promise<string | null> {
  const [found] = await findLanguageModels(env)
  if (!found) return null
  const { server, baseUrl, models } = found
  return `${server} offers ${models[0]} at ${baseUrl}: npm run setup asks whether to use it, and says what it changes`
}

/** The other machines of the home networks that this machine is in (private IPv4 networks of 256 addresses). */
export const findInNetwork = (): Promise<FoundModels[]> => askAll(usualAddresses(neighbours()))

interface Candidate {
  server: string
  /** Host and port. */
  address: string
}

const usualAddresses = (hosts: readonly string[]): Candidate[] =>
  hosts.flatMap((host) => Object.entries(usualPorts).map(([server, port]) => ({ server, address: `${host}:${port}` })))

/** Ollama's setting is a host, a host with a port, or an address; 0.0.0.0 means all addresses of this machine. */
function withPort(host: string): string {
  const url = URL.parse(host.includes('://') ? host : `http://${host}`)
  return `${!url || url.hostname === '0.0.0.0' ? '127.0.0.1' : url.hostname}:${url?.port || usualPorts.Ollama}`
}

function neighbours(): string[] {
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && isPrivate(address))
    .map(({ address }) => address)
  const networks = new Set(own.map((address) => address.slice(0, address.lastIndexOf('.'))))
  return [...networks]
    .flatMap((network) => Array.from({ length: 254 }, (_, index) => `${network}.${index + 1}`))
    .filter((address) => !own.includes(address))
}

/** RFC 1918. */
const isPrivate = (address: string): boolean => /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(address)

async function askAll(candidates: readonly Candidate[]): Promise<FoundModels[]> {
  const waiting = [...new Map(candidates.map((candidate) => [candidate.address, candidate])).values()]
  const found: FoundModels[] = []
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) found.push(...(await ask(next)))
  }
  await Promise.all(Array.from({ length: parallelRequests }, worker))
  return found
}

async function ask({ server, address }: Candidate): Promise<FoundModels[]> {
  const baseUrl = `http://${address}/v1`
  try {
    const response = await fetch(`${baseUrl}/models`, {
      redirect: 'error',
      signal: AbortSignal.timeout(answersWithinMs),
    })
    const models = Models.parse(await response.json()).data.map(({ id }) => id)
    const chat = models.filter((model) => !isEmbedding(model))
    return chat.length > 0 ? [{ server, baseUrl, models: chat }] : []
  } catch {
    // Refused, silent, or another program: there is no language model.
    return []
  }
}
