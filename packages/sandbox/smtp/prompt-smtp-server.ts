import { SMTPServer } from 'smtp-server'

/** smtp-server greets after 100 ms, to catch clients that talk too soon. Each email of a test would wait for it. */
export class PromptSmtpServer extends SMTPServer {
  override connect(...args: Parameters<SMTPServer['connect']>): void {
    super.connect(...args)
    const connection = [...this.connections].at(-1)
    connection?.connectionReady()
    // The delayed call would greet again.
    if (connection) connection.connectionReady = () => undefined
  }
}
