import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { AgentStep } from '../../prompts/plan.ts'
import { days } from '../../clock.ts'
import { toolInputs, toolNames, type ToolCall } from './tool-call.ts'

const descriptions = {
  store_file: 'Stores attachments of the mail in the store that the plan names.',
  search_files: 'Looks for files of the person by their names and contents.',
  retrieve_file: 'Reads a file of the person, as context for the steps after it.',
  create_contact: 'Creates the sender of the mail as a contact, unless there is one.',
  create_opportunity: 'Creates an opportunity for the sender of the mail.',
  extract_data: 'Finds data in the text of the mail and keeps it with the run.',
} as const satisfies Record<AgentStep['tool'], string>

const implementation = { name: 'mailroom', version: '1.0.0' }

export interface Tools {
  /** The catalogue as a client sees it. */
  list(): Promise<{ name: string; inputSchema: unknown }[]>
  /** @throws whatever the tool throws */
  call(call: ToolCall): Promise<void>
  close(): Promise<void>
}

/**
 * The built-in catalogue as a server of the Model Context Protocol, and its client, both within this process.
 * @param perform does what a call asks for; it decides itself whether it may
 */
export async function openTools(perform: (call: unknown) => Promise<void>): Promise<Tools> {
  const server = new McpServer(implementation)
  const thrown: unknown[] = []
  for (const tool of toolNames) {
    const inputSchema: z.ZodType<object> = toolInputs[tool]
    server.registerTool(tool, { description: descriptions[tool], inputSchema }, async (given) => {
      try {
        await perform({ ...given, tool })
        return { content: [{ type: 'text', text: 'done' }] }
      } catch (error) {
        // The protocol carries a message alone; what an error asks for is told by its type.
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
      // Vendors have their own limits; a call that is given up here would go on behind our back.
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
