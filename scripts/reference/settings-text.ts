/** What each setting means: the text of docs/settings.md. `{PUBLIC_URL}` stands for the value of that setting. */
interface SettingsGroup {
  title: string
  rows: { names: string[]; text: string }[]
}

export const settingsGroups: SettingsGroup[] = [
  {
    title: 'The server',
    rows: [
      {
        names: ['PORT', 'PUBLIC_URL'],
        text: 'the port to listen on, and the address of the page (https in production)',
      },
      {
        names: ['HOST'],
        text:
          'the IP address to listen on; `0.0.0.0` for all of this machine, as in the container image. Needed where a ' +
          'proxy, or Prometheus, is on another machine',
      },
      {
        names: ['NOTIFICATIONS'],
        text:
          '`auto`: Microsoft announces new email at `{PUBLIC_URL}/api/mail-webhook`; where it cannot reach ' +
          'that address, each mailbox is asked for new email every 30 seconds while its user is signed in, ' +
          'every 2 minutes otherwise, and every 5 minutes after a day without email (at most 2,880 calls a ' +
          'day and mailbox; Microsoft allows 10,000 in ten minutes). `poll`: always ask',
      },
      {
        names: ['TRUSTED_PROXIES'],
        text:
          'your own proxies, each of which appends to `X-Forwarded-For`: addresses and networks (`10.1.0.0/16`), ' +
          '`loopback` and `private`, with commas between. Rate limits per network address use the last address that ' +
          'is none of them; the header of other peers is ignored',
      },
      {
        names: ['DATABASE_URL'],
        text:
          'your PostgreSQL (14 or newer) instead of the embedded one; the role must be allowed to create roles. ' +
          'Several hosts, separated by commas and with `?target_session_attrs=read-write`: the one that accepts ' +
          'writes is used, also after a failover',
      },
      {
        names: ['DATABASE_DIRECT_URL'],
        text:
          'the same database past the pooler, where `DATABASE_URL` is the address of a pooler in transaction ' +
          'mode such as PgBouncer: migrations and notifications need a session',
      },
      {
        names: ['DATABASE_PREPARED_STATEMENTS'],
        text:
          '`false` behind a pooler in transaction mode that does not support prepared statements ' +
          '(PgBouncer before 1.21, or with `max_prepared_statements = 0`)',
      },
      {
        names: ['DATABASE_CONNECTIONS'],
        text:
          'how many connections to the database this node opens at most (17 or more). The nodes together ' +
          "must stay below the database's limit: PostgreSQL's default of 100 is enough for three nodes, the " +
          'embedded database for eleven',
      },
      {
        names: ['DATA_DIR'],
        text: 'the embedded database, the state of the sandbox, and generated secrets where none are set',
      },
      {
        names: ['JWT_SECRET', 'ENCRYPTION_KEYS'],
        text:
          'at least 32 random bytes (in production a guessable secret is refused); one or more keys of 32 ' +
          'bytes in base64, separated by commas (the first encrypts, all decrypt)',
      },
      {
        names: ['SIGN_UP'],
        text:
          'who may create an account: `open` anyone (the default with the sandbox), `invited` users whom the ' +
          'operator invites (`npx mailroom users invite`), `closed` no one; `first` (the default otherwise) the ' +
          'first visitor, whose account is an operator, and then only invited users. The operator can create ' +
          'accounts in any case',
      },
      {
        names: ['BACKUP_DIR', 'BACKUP_PASSPHRASE', 'BACKUP_DAYS'],
        text:
          'a folder, outside of DATA_DIR and copied to another machine, into which a worker writes an encrypted ' +
          'backup each night (all workers need the same folder); the passphrase, of at least 12 characters, ' +
          'without which a backup is worthless; and after how many days a backup is deleted',
      },
      {
        names: ['PRODUCT_NAME', 'SUPPORT_EMAIL', 'LOG_LEVEL', 'LOG_FORMAT', 'METRICS_TOKEN'],
        text:
          "the product's name on the page, the support address (also in `/.well-known/security.txt`, RFC 9116), the " +
          'log level, the form of log lines (`json`, `text`; `auto`: text in a terminal and under systemd), and the ' +
          'bearer token for `/metrics`',
      },
      {
        names: ['NODE_ENV'],
        text:
          '`production` for an installation that others use: no sandbox, no generated secrets, no demo ' +
          'account, and all addresses are https',
      },
    ],
  },
  {
    title: 'Microsoft',
    rows: [
      {
        names: ['MICROSOFT_CLIENT_ID', 'MICROSOFT_TENANT'],
        text:
          'an app registration in Microsoft Entra with the redirect URI ' +
          '`{PUBLIC_URL}/api/microsoft/callback` and the delegated permissions `openid profile email ' +
          'offline_access User.Read Mail.ReadWrite Mail.Read`. Where the redirect URI is registered for ' +
          '*Mobile and desktop applications*, the id alone is enough (PKCE protects the codes)',
      },
      {
        names: ['MICROSOFT_CLIENT_SECRET', 'MICROSOFT_CERTIFICATE'],
        text:
          'required where the redirect URI is registered for *Web*: a client secret, or an RSA certificate ' +
          'with its private key (PEM, or the base64 of it) whose certificate is uploaded to the ' +
          'registration',
      },
    ],
  },
  {
    title: 'Language model',
    rows: [
      {
        names: ['AI_BASE_URL', 'AI_MODEL', 'AI_API_KEY'],
        text:
          "a language model that speaks OpenAI's chat protocol with structured outputs " +
          '(`https://api.openai.com/v1` and compatible ones; `http://` only on this machine; a key only ' +
          'where the endpoint requires one). It decides about email that the classifier is unsure of, ' +
          'writes drafts, extracts data for actions and reads prompts. Without it drafts come from ' +
          'templates, and our own parser reads prompts. A request carries the text of one email; the limits ' +
          'are 500 requests a day per user, 6 per email, and 3,000 a day per user for unsure email. Users ' +
          'can exclude a mailbox in its settings. Tell your users who runs the model, where, and that it ' +
          'does not train on their data',
      },
      {
        names: ['AI_PRIVATE_NETWORK'],
        text:
          '`true` allows `http://` for a model in your own network (private addresses, names without a ' +
          'domain); see [own-model.md](own-model.md)',
      },
    ],
  },
  {
    title: 'Other services',
    rows: [
      {
        names: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
        text:
          'sign-in with Google, and Google Drive: an OAuth client with the redirect URIs ' +
          '`{PUBLIC_URL}/auth/v1/callback` and `{PUBLIC_URL}/api/google/callback` and the scope ' +
          '`drive.file`, published (refresh tokens of an app in testing expire after a week). Add the ' +
          'first URI to the Microsoft app registration to offer sign-in with Microsoft',
      },
      {
        names: ['DROPBOX_CLIENT_ID', 'DROPBOX_CLIENT_SECRET'],
        text:
          'a Dropbox app (key and secret) with full access, the redirect URI ' +
          '`{PUBLIC_URL}/api/dropbox/callback` and the scopes `account_info.read files.metadata.read ' +
          'files.content.read files.content.write`',
      },
      {
        names: ['ONEDRIVE_CLIENT_ID', 'ONEDRIVE_CLIENT_SECRET'],
        text:
          'an app registration in Microsoft Entra (the one for mail, whose secret or certificate is then ' +
          'used, or another one of `MICROSOFT_TENANT`) with the redirect URI ' +
          '`{PUBLIC_URL}/api/onedrive/callback` and the delegated permissions `offline_access User.Read ' +
          'Files.ReadWrite`; without it OneDrive is marked as coming soon',
      },
      {
        names: ['TEAMLEADER_CLIENT_ID', 'TEAMLEADER_CLIENT_SECRET'],
        text:
          'an integration of TeamLeader Focus with the redirect URI `{PUBLIC_URL}/api/teamleader/callback` ' +
          'that may read users and read and write contacts and deals; without it TeamLeader is not offered',
      },
      {
        names: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
        text:
          'payments: a secret key, preferably a restricted one (`rk_…`: write access to customers, ' +
          'checkout sessions, customer portal and subscriptions; read access to invoices and events; for ' +
          'the setup also write access to products, prices and webhook endpoints), and the secret of the ' +
          'endpoint `{PUBLIC_URL}/api/stripe-webhook`, which `npx mailroom stripe setup` creates and ' +
          'prints once (two secrets separated by a comma during a rotation). Live keys work in production ' +
          "only. The server refuses to start where Stripe's prices differ from ours. Without these " +
          'settings there are no plans and no limit; `npx mailroom users limit` limits the emails of a user',
      },
      {
        names: ['STRIPE_SETUP'],
        text:
          'who creates prices, portal and webhook endpoint: `command`, the operator by ' +
          '`npx mailroom stripe setup`; `automatic`, the server when it first needs them (the default with the ' +
          'sandbox; refused in production)',
      },
    ],
  },
  {
    title: 'Email',
    rows: [
      {
        names: ['SMTP_URL', 'MAIL_FROM'],
        text:
          'your mail server (`smtps://user:password@host:465`, or `smtp://` with STARTTLS) and the sender; ' +
          'without them no email is sent, and `npx mailroom users reset` prints the link for a forgotten ' +
          'password. Email clients end the digest by one click (RFC 8058) where the server signs ' +
          '`List-Unsubscribe` and `List-Unsubscribe-Post` with DKIM',
      },
      {
        names: ['IMAP_ALLOW_PRIVATE'],
        text:
          '`true` lets users connect mailboxes on servers with private and loopback addresses, such as Proton ' +
          'Mail Bridge or a server in your own network; the default in production is `false`, because the server ' +
          'then connects to any host of your network that a user names. The certificate has to be valid: ' +
          '`NODE_EXTRA_CA_CERTS` names a file with an authority of your own',
      },
      {
        names: ['AUTH_CONFIRM_EMAIL'],
        text: 'require a confirmed address before the first sign-in; needs `SMTP_URL`',
      },
    ],
  },
  {
    title: 'Operation',
    rows: [
      {
        names: ['ROLE'],
        text: '`web` serves requests, `worker` runs jobs; any number of nodes of each role share one database',
      },
      {
        names: ['METRICS_PORT'],
        text:
          'a worker serves `/healthz`, `/readyz` and `/metrics` on this port, for probes and Prometheus; without ' +
          'it a worker listens on none. Web nodes serve them on `PORT`',
      },
      {
        names: ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_PROTOCOL'],
        text:
          'a collector of OpenTelemetry, to which all nodes then export traces and logs ' +
          '([operations.md](operations.md#traces)), and its encoding, always `http/protobuf`. ' +
          'The SDK also reads `OTEL_EXPORTER_OTLP_HEADERS`, `_TIMEOUT`, `_COMPRESSION` and `_CERTIFICATE`, ' +
          '`OTEL_SERVICE_NAME` (default `mailroom`), `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER` with ' +
          '`OTEL_TRACES_SAMPLER_ARG`, and `OTEL_BSP_*`',
      },
      {
        names: ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT'],
        text: 'another address for one of the two, with its path; set alone, the other is not exported',
      },
      {
        names: ['OTEL_TRACES_EXPORTER', 'OTEL_LOGS_EXPORTER', 'OTEL_SDK_DISABLED'],
        text: '`none` exports no traces or no logs; `true` exports nothing',
      },
      {
        names: ['DRAIN_SECONDS'],
        text:
          '10 in production, else 0: how long a web node that receives SIGTERM still serves requests while ' +
          '`/readyz` returns 503, so that the load balancer stops using it; then it accepts no more ' +
          'connections and finishes the requests in progress',
      },
      {
        names: ['SANDBOX'],
        text:
          'whether the sandbox stands in for the services without settings. Where it is not set, that is so until ' +
          'one service is configured (a language model does not count); from then on, and in production, services ' +
          'without settings are not configured. `false` for an installation with mailboxes by IMAP alone; `true` ' +
          'for a mixture, which the page shows',
      },
      {
        names: ['SANDBOX_PORT', 'SANDBOX_URL'],
        text:
          'the port of the sandbox, whose mail servers listen 1,000, 2,000 and 3,000 ports above; set ' +
          '`SANDBOX_URL` to use ' +
          'a sandbox that is already running',
      },
      {
        names: ['LOG_RETENTION_DAYS'],
        text: 'days for which the processing history keeps subjects and senders',
      },
      {
        names: ['AUDIT_LOG_RETENTION_DAYS'],
        text: 'days for which account activity is kept at least; whole months (UTC) are deleted together',
      },
    ],
  },
]
