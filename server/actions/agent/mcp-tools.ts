import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { AgentStep } from '../../prompts/plan-schema.ts'
import { days } from '../../clock.ts'
import { toolInputs, toolNames, type ToolCall } from './tool-call.ts'

const descriptions = {
  store_file: 'Stores attachments of the email in the store that the plan names.',
  search_files: 'Looks for files of the person by their names and contents.',
  retrieve_file: 'Reads a file of the person, as context for the steps after it.',
  create_contact: 'Creates the sender of the email as a contact, unless there is one.',
  create_opportunity: 'Creates an opportunity for the sender of the email.',
  extract_data: 'Finds data in the text of the email and keeps it with the run.',
} as const satisfies Record<AgentStep['tool'], string>

const implementation = { name: 'mailroom', version: '1.0.0' }

interface McpTools {
  /** The catalogue as an MCP client sees it. */
  list(): Promise<{ name: string; inputSchema: unknown }[]>
  /** @throws what the tool throws */
  call(call: ToolCall): Promise<void>
  close(): Promise<void>
}

/**
 * The built-in tools as a server of the Model Context Protocol with its client, both in this process.
 * @param perform executes a call after it has authorized it
 */
export async function openMcpTools(perform: (call: unknown) => Promise<void>): Promise<McpTools> {
  const server = new McpServer(implementation)
  const thrown: unknown[] = []
  for (const tool of toolNames) {
    const inputSchema: z.ZodType<object> = toolInputs[tool]
    server.registerTool(tool, { description: descriptions[tool], inputSchema }, async (given) => {
      try {
        await perform({ ...given, tool })
        return { content: [{ type: 'text', text: 'done' }] }
      } catch (error) {
        // The protocol carries only an error's message; `handleRunFailure` needs its type to decide about a retry.
        thrown.push(error)
        throw error
      }
    })
  }
  const client = new Client(implementation)
  const [here, there] = InMemoryTransport.createLinkedPair()
  await server.connect(there)
  await client.connect(here)
  return {
    list: async () => (await client.listTools()).tools,
    async call({ tool, ...given }) {
      // The vendor clients have their own time-outs. A time-out here would leave the call running without
      // supervision.
      const answer = await client.callTool({ name: tool, arguments: given }, { timeout: days(1) })
      if (thrown.length > 0) throw thrown.pop()
      if (answer.isError === true) throw new Error(`The tool ${tool} did not take its call`)
    },
    async close() {
      await client.close()
      await server.close()
    },
  }
}
