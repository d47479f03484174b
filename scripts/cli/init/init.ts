import { type CommandIo, defineCommand } from '../command.ts';
import { UsageError } from '../usage-error.ts';

export interface InitOptions {
  readonly baseUrl?: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly tokenEnv?: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly passphraseEnv?: string;
  /** A key, or true for all of them. */
  readonly explain?: string | true;
  readonly schema?: boolean;
}

/** `touchstone init`: writes a profile from a target's contract document. */
export const initCommand = defineCommand<InitOptions>({
  name: 'init',
  summary: "write a commented profile of a target from the target's own contract document",
  examples: [
    'init --base-url https://gateway.example.com --out staging.yaml',
    'init --base-url https://gateway.example.com --token-env TOKEN --ca staging-ca.pem',
    'init --explain fixtures.account',
    'init --schema',
  ],
  declare: (command) =>
    void command
      .option('--base-url <url>', 'the target: its /openapi.json is read, /docs/asyncapi.json, and nothing else')
      .option('--out <file>', 'where the profile is written; absent: standard output')
      .option('--force', 'overwrite the file')
      .option('--token-env <variable>', 'holds a bearer token, for a contract document that needs one')
      .option('--ca <file>', 'a PEM file of further certificate authorities')
      .option('--cert <file>', 'a PEM file with the client certificate, for a target that asks for one')
      .option('--key <file>', 'a PEM file with its private key')
      .option('--passphrase-env <variable>', 'holds the passphrase of the key, where it has one')
      .option('--explain [key]', 'describe every key of a profile, or one and those below it')
      .option('--schema', 'print the JSON Schema of a profile'),

  async run(_, options, io: CommandIo) {
    const { printSchema, writeProfile } = await import('./run-init.ts');
    if (options.schema === true) return printSchema(io);
    const { explainKeys } = await import('./explain-keys.ts');
    if (options.explain !== undefined) return explainKeys(options.explain, io);
    if (options.baseUrl === undefined) throw new UsageError('init needs --base-url URL, or --explain, or --schema');
    return writeProfile({ ...options, baseUrl: options.baseUrl }, io);
  },
});
