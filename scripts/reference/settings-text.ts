/**
 * What each setting means: the text of docs/settings.md. `{PUBLIC_URL}` stands for the value of that setting. `more`
 * is what does not fit into a cell.
 */
interface SettingsGroup {
  title: string
  rows: { names: string[]; text: string; more?: string }[]
}

export const settingsGroups: SettingsGroup[] = [
  {
    title: 'The server',
    rows: [
      {
        names: ['PUBLIC_URL'],
        text: 'the address of the page, without a path; https in production',
        more:
          'Without it the address is `http://localhost:PORT`. [home-server.md](home-server.md) says which to ' +
          'choose.',
      },
      { names: ['PORT'], text: 'the port to listen on' },
      {
        names: ['HOST'],
        text: 'the IP address to listen on; `0.0.0.0` for all of this machine',
        more:
          'Another one than the default is needed where a proxy, or Prometheus, is on another machine. The image ' +
          'sets it.',
      },
      {
        names: ['TRUSTED_PROXIES'],
        text: 'your own proxies: addresses, networks, `loopback`, `private`, with commas between',
        more:
          'Each proxy appends to `X-Forwarded-For`. Rate limits per network address use the last address that is ' +
          'none of them; the header of other peers is ignored. `loopback` is a proxy on this machine, `private` ' +
          'one in a private network (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7).',
      },
      {
        names: ['NODE_ENV'],
        text: '`production` for an installation that others use',
        more:
          'In production there is no sandbox and no demo account, secrets are generated only with ' +
          '`GENERATE_SECRETS`, and all addresses are https.',
      },
      {
        names: ['JWT_SECRET'],
        text: 'at least 32 random bytes, from which keys and passwords of the nodes follow; required in production',
      },
      {
        names: ['ENCRYPTION_KEYS'],
        text: 'one or more keys of 32 bytes in base64, with commas between; required in production',
        more: 'The first key encrypts, all decrypt: [how to change it](administration.md#new-encryption-keys).',
      },
      {
        names: ['GENERATE_SECRETS'],
        text: '`true`: missing secrets are generated into `DATA_DIR` in production, too',
        more:
          'All nodes need the same folder, and it has to stay: without its `secrets.json` nothing that is stored ' +
          'encrypted can be opened. `compose.yaml` sets it, with a volume.',
      },
      { names: ['DATA_DIR'], text: 'the embedded database, the state of the sandbox, and generated secrets' },
      {
        names: ['SIGN_UP'],
        text: 'who may create an account: `first`, `invited`, `closed` or `open`',
        more:
          '`first` (the default outside the sandbox): the first visitor, whose account is an operator, and then ' +
          'only invited users. `invited`: users whom the operator invites (`npx mailroom users invite`). ' +
          '`closed`: no one. `open` (the default with the sandbox): anyone. The operator can create accounts in ' +
          'any case.',
      },
      {
        names: ['UPDATE_CHECK'],
        text: '`false`: doctor and operator’s page of a release do not ask GitHub for a newer one',
      },
      { names: ['PRODUCT_NAME'], text: "the product's name on the page" },
      {
        names: ['SUPPORT_EMAIL'],
        text: 'the address to which users write, also in `/.well-known/security.txt`; required in production',
      },
    ],
  },
  {
    title: 'Database',
    rows: [
      {
        names: ['DATABASE_URL'],
        text: 'your PostgreSQL (14 or newer) in place of the embedded one',
        more:
          'Its user must be allowed to create roles. Special characters of the password are percent-encoded. ' +
          'Several hosts, with commas between and with `?target_session_attrs=read-write`: the one that accepts ' +
          'writes is used, also after a [failover](failover.md).',
      },
      {
        names: ['DATABASE_DIRECT_URL'],
        text: 'the same database past the pooler of `DATABASE_URL`, such as [PgBouncer](operations.md#several-nodes)',
        more: 'Migrations and notifications need a session, which a pooler in transaction mode does not offer.',
      },
      {
        names: ['DATABASE_PREPARED_STATEMENTS'],
        text: '`false` behind PgBouncer before 1.21, or with `max_prepared_statements = 0`',
      },
      {
        names: ['DATABASE_CONNECTIONS'],
        text: 'how many connections this node opens at most, 17 or more ([why](operations.md#several-nodes))',
      },
    ],
  },
  {
    title: 'Microsoft',
    rows: [
      {
        names: ['MICROSOFT_CLIENT_ID'],
        text: 'the id of an [app registration](connect-outlook.md) in Microsoft Entra',
      },
      { names: ['MICROSOFT_TENANT'], text: 'your organization (id or domain), where the app is for it alone' },
      {
        names: ['MICROSOFT_CLIENT_SECRET'],
        text: 'the value of a client secret, where the redirect address is registered for *Web*',
      },
      {
        names: ['MICROSOFT_SECRET_EXPIRES'],
        text: 'the day on which it [expires](administration.md#secrets-that-expire), like `2027-05-01`',
      },
      {
        names: ['MICROSOFT_CERTIFICATE'],
        text: 'in place of the secret: an RSA certificate with its private key, in PEM or the base64 of it',
      },
      {
        names: ['NOTIFICATIONS'],
        text:
          '`auto`, or `poll`: never let Microsoft announce new email ' +
          '([how](connect-outlook.md#how-new-email-is-found))',
      },
    ],
  },
  {
    title: 'Email',
    rows: [
      {
        names: ['SMTP_URL'],
        text: 'your mail server: `smtps://user:password@host:465`, or `smtp://` with STARTTLS',
        more:
          'Special characters of user and password are percent-encoded (`@` is `%40`). Without it no email is ' +
          'sent, and [the operator resets passwords](administration.md#a-forgotten-password). Email clients end ' +
          'the digest by one click (RFC 8058) where the server signs `List-Unsubscribe` and ' +
          '`List-Unsubscribe-Post` with DKIM.',
      },
      { names: ['MAIL_FROM'], text: 'the sender, like `Mailroom <no-reply@example.com>`' },
      {
        names: ['IMAP_ALLOW_PRIVATE'],
        text: '`true` allows mailboxes on servers of your own network; the default outside production',
        more:
          'The server then connects to any host of your network that a user names. The certificate has to be ' +
          'valid: `NODE_EXTRA_CA_CERTS` names a file with an authority of your own.',
      },
      { names: ['AUTH_CONFIRM_EMAIL'], text: '`true` asks for a confirmed address before the first sign-in' },
    ],
  },
  {
    title: 'Language model',
    rows: [
      {
        names: ['AI_BASE_URL'],
        text: 'a server with OpenAI’s chat protocol, such as `https://api.openai.com/v1` ([of your own](own-model.md))',
        more:
          'It decides about email that the classifier is unsure of, writes drafts, extracts data for actions and ' +
          'reads prompts. A request carries the text of one email; [limits and ' +
          'costs](own-model.md#what-it-costs). Users can exclude a mailbox. Tell your users who runs the model, ' +
          'where, and that it does not train on their data.',
      },
      { names: ['AI_MODEL'], text: 'the name of the model, which has to support structured outputs' },
      { names: ['AI_API_KEY'], text: 'its key, where the server requires one' },
      { names: ['AI_PRIVATE_NETWORK'], text: '`true` allows `http://` to a model in your own network' },
    ],
  },
  {
    title: 'Backup',
    rows: [
      {
        names: ['BACKUP_DIR'],
        text: 'a folder outside of `DATA_DIR` for an encrypted [backup](operations.md#backup) each night',
        more:
          'A worker writes it: all workers need the same folder, in containers by a volume, since what is inside ' +
          'of one is lost with it. Copy it to another machine.',
      },
      { names: ['BACKUP_PASSPHRASE'], text: 'at least 12 characters, without which a backup is worthless' },
      { names: ['BACKUP_DAYS'], text: 'after how many days a backup is deleted' },
    ],
  },
  {
    title: 'Other services',
    rows: [
      {
        names: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
        text: 'sign-in with Google, and Google Drive: an OAuth client',
        more:
          'Redirect addresses `{PUBLIC_URL}/auth/v1/callback` and `{PUBLIC_URL}/api/google/callback`, scope ' +
          '`drive.file`, published: refresh tokens of an app in testing expire after a week.',
      },
      {
        names: ['DROPBOX_CLIENT_ID', 'DROPBOX_CLIENT_SECRET'],
        text: 'Dropbox: key and secret of an app with full access',
        more:
          'Redirect address `{PUBLIC_URL}/api/dropbox/callback`, scopes `account_info.read files.metadata.read ' +
          'files.content.read files.content.write`.',
      },
      {
        names: ['ONEDRIVE_CLIENT_ID', 'ONEDRIVE_CLIENT_SECRET'],
        text: 'OneDrive: an app registration in Microsoft Entra, such as the one for mail',
        more:
          'Redirect address `{PUBLIC_URL}/api/onedrive/callback`, delegated permissions `offline_access User.Read ' +
          'Files.ReadWrite`. The id of the app for mail needs no secret of its own here. Another app is one of ' +
          '`MICROSOFT_TENANT`.',
      },
      {
        names: ['TEAMLEADER_CLIENT_ID', 'TEAMLEADER_CLIENT_SECRET'],
        text: 'TeamLeader Focus: an integration',
        more:
          'Redirect address `{PUBLIC_URL}/api/teamleader/callback`; it may read users, and read and write ' +
          'contacts and deals.',
      },
      {
        names: ['STRIPE_SECRET_KEY'],
        text: 'payments: a restricted or secret key; without it there are no plans and no limit',
        more:
          'A restricted key (`rk_…`) writes customers, checkout sessions, customer portal and subscriptions, and ' +
          'reads invoices and events; for `npx mailroom stripe setup` it also writes products, prices and webhook ' +
          'endpoints. Live keys work in production only. The server refuses to start where the prices at Stripe ' +
          'differ from ours.',
      },
      {
        names: ['STRIPE_WEBHOOK_SECRET'],
        text: 'the secret of the endpoint, which `npx mailroom stripe setup` prints once; two during a rotation',
      },
      {
        names: ['STRIPE_SETUP'],
        text: 'who creates prices, portal and endpoint: `command`, or `automatic` (with the sandbox)',
      },
    ],
  },
  {
    title: 'Operation',
    rows: [
      { names: ['ROLE'], text: '`web` serves requests, `worker` runs jobs; any number of nodes share one database' },
      {
        names: ['METRICS_PORT'],
        text:
          'the port of a worker for [health and metrics](operations.md#health); without it a worker listens on ' +
          'none',
      },
      { names: ['METRICS_TOKEN'], text: 'the bearer token for `/metrics`' },
      {
        names: ['DRAIN_SECONDS'],
        text: '10 in production, else 0: how long a stopping web node serves requests while `/readyz` returns 503',
      },
      { names: ['LOG_LEVEL'], text: '`trace`, `debug`, `info`, `warn`, `error` or `silent`' },
      { names: ['LOG_FORMAT'], text: '`json`, `text`, or `auto`: text in a terminal and under systemd' },
      { names: ['LOG_RETENTION_DAYS'], text: 'days for which the processing history keeps subjects and senders' },
      {
        names: ['AUDIT_LOG_RETENTION_DAYS'],
        text: 'days for which account activity is kept at least; whole months (UTC) are deleted together',
      },
      {
        names: ['SANDBOX'],
        text: '`false`: nothing is simulated; `true`: all services without settings are, which the page shows',
        more:
          'Where it is not set, the sandbox stands in for all services until one is configured (a language model ' +
          'does not count); from then on, and in production, services without settings are not configured.',
      },
      {
        names: ['SANDBOX_PORT'],
        text: 'the port of the sandbox; its mail servers listen 1,000, 2,000 and 3,000 ports above',
      },
      { names: ['SANDBOX_URL'], text: 'a sandbox that is already running' },
    ],
  },
  {
    title: 'Traces and logs',
    rows: [
      {
        names: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
        text: 'a collector of OpenTelemetry, to which all nodes export [traces and logs](operations.md#traces)',
        more:
          'The SDK also reads `OTEL_EXPORTER_OTLP_HEADERS`, `_TIMEOUT`, `_COMPRESSION` and `_CERTIFICATE`, ' +
          '`OTEL_SERVICE_NAME` (default `mailroom`), `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER` with ' +
          '`OTEL_TRACES_SAMPLER_ARG`, and `OTEL_BSP_*`.',
      },
      { names: ['OTEL_EXPORTER_OTLP_PROTOCOL'], text: 'its encoding, always `http/protobuf`' },
      {
        names: ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT'],
        text: 'another address, with its path, for one of the two; set alone, the other is not exported',
      },
      { names: ['OTEL_TRACES_EXPORTER', 'OTEL_LOGS_EXPORTER'], text: '`none` exports no traces, or no logs' },
      { names: ['OTEL_SDK_DISABLED'], text: '`true` exports nothing' },
    ],
  },
]
