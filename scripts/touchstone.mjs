/**
 * The command line of a clone: one file a command under cli/, loaded when it is named. See cli/command.ts for what a
 * command is, and for the exit statuses. Plain JavaScript: Node would compile its stripper of types for this one file.
 */
import module from 'node:module';

// Node keeps what it compiles, type stripping included: hence an import that waits for it.
module.enableCompileCache();
await import('./cli/main.ts');
