import { escapeIdentifier, escapeLiteral, type Client } from 'pg'

import { CommandError } from '../operator-command.ts'

/** What creates the tables of some schemas again. */
export interface SchemaDescription {
  /** Statements before the rows are copied: types, functions, sequences, tables. */
  before: string[]
  tables: { name: string; columns: string }[]
  /** Statements after the rows are copied: indexes, constraints, views, triggers, the values of sequences. */
  after: string[]
}

/**
 * Describes schemas as the statements that create them. It is what `pg_dump` does, which cannot be expected here: the
 * embedded PostgreSQL comes without it, and one of an older version refuses the server. Owners and privileges are left
 * out: everything belongs to the role that restores it.
 * @param client in a transaction
 * @throws CommandError if the schemas contain something that it cannot describe
 */
export async function describeSchemas(client: Client, schemas: readonly string[]): Promise<SchemaDescription> {
  const read = async (sql: string): Promise<string[]> => {
    const { rows } = await client.query<{ text: string }>(sql, [schemas])
    return rows.map(({ text }) => text)
  }
  // With an empty path, PostgreSQL's functions write every name with its schema.
  await client.query("SET LOCAL search_path TO ''")
  const [unknown] = await read(UNKNOWN)
  if (unknown) {
    throw new CommandError(
      `The database has ${unknown}, which this command cannot back up. Remove it, or use pg_dump of the server's version.`,
    )
  }
  const { rows: tables } = await client.query<{ name: string; columns: string }>(TABLES, [schemas])
  if (tables.length > 0) {
    await client.query(`LOCK TABLE ONLY ${tables.map(({ name }) => name).join(', ONLY ')} IN ACCESS SHARE MODE`)
  }
  const before: string[] = schemas.map((schema) => `CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(schema)}`)
  for (const sql of [EXTENSIONS, ENUMS, FUNCTIONS, SEQUENCES, CREATE_TABLES, IDENTITIES])
    before.push(...(await read(sql)))
  const after: string[] = []
  for (const sql of [OWNERS, INDEXES, CONSTRAINTS, PARTITIONS, FOREIGN_KEYS, VIEWS, TRIGGERS, COMMENTS])
    after.push(...(await read(sql)))
  for (const sequence of await read(ALL_SEQUENCES)) {
    const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value, is_called FROM ${sequence}`,
    )
    for (const { last_value: value, is_called: isCalled } of rows)
      after.push(`SELECT pg_catalog.setval(${escapeLiteral(sequence)}, ${value}, ${isCalled})`)
  }
  return { before, tables: tables.filter(({ columns }) => columns !== ''), after }
}

/** A relation, its schema, and whether an extension created it. */
const RELATIONS = `pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = ANY ($1)`
const NAME = `format('%I.%I', n.nspname, c.relname)`
const notOfExtension = (catalog: string, oid: string): string =>
  `NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = '${catalog}'::regclass AND e.objid = ${oid} AND e.deptype = 'e')`

const UNKNOWN = `
  SELECT format('the relation %s of the kind "%s"', ${NAME}, c.relkind) AS text FROM ${RELATIONS}
    WHERE c.relkind NOT IN ('r', 'p', 'i', 'I', 'S', 'v', 't') AND ${notOfExtension('pg_class', 'c.oid')}
  UNION ALL SELECT format('the type %I.%I', n.nspname, t.typname) FROM pg_type t
    JOIN pg_namespace n ON n.oid = t.typnamespace AND n.nspname = ANY ($1)
    WHERE t.typtype IN ('d', 'r') AND ${notOfExtension('pg_type', 't.oid')}
  UNION ALL SELECT format('the aggregate %I.%I', n.nspname, p.proname) FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace AND n.nspname = ANY ($1)
    WHERE p.prokind NOT IN ('f', 'p') AND ${notOfExtension('pg_proc', 'p.oid')}
  UNION ALL SELECT format('a rule or policy on %s', ${NAME}) FROM ${RELATIONS}
    WHERE c.relkind IN ('r', 'p') AND (c.relhasrules OR c.relrowsecurity)
  UNION ALL SELECT format('%s, which inherits from a table', ${NAME}) FROM ${RELATIONS}
    JOIN pg_inherits i ON i.inhrelid = c.oid WHERE c.relkind = 'r' AND NOT c.relispartition
  UNION ALL SELECT format('the statistics object %I', s.stxname) FROM pg_statistic_ext s
    JOIN pg_namespace n ON n.oid = s.stxnamespace AND n.nspname = ANY ($1)`

const TABLES = `
  SELECT ${NAME} AS name,
    coalesce((SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''), '') AS columns
  FROM ${RELATIONS} WHERE c.relkind = 'r' AND ${notOfExtension('pg_class', 'c.oid')} ORDER BY c.oid`

const EXTENSIONS = `
  SELECT format('CREATE EXTENSION IF NOT EXISTS %I SCHEMA %I', x.extname, n.nspname) AS text
  FROM pg_extension x JOIN pg_namespace n ON n.oid = x.extnamespace AND n.nspname = ANY ($1) ORDER BY x.oid`

const ENUMS = `
  SELECT format('CREATE TYPE %I.%I AS ENUM (%s)', n.nspname, t.typname,
    (SELECT string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumsortorder) FROM pg_enum e
      WHERE e.enumtypid = t.oid)) AS text
  FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace AND n.nspname = ANY ($1)
  WHERE t.typtype = 'e' AND ${notOfExtension('pg_type', 't.oid')} ORDER BY t.oid`

const FUNCTIONS = `
  SELECT pg_get_functiondef(p.oid) AS text
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace AND n.nspname = ANY ($1)
  WHERE p.prokind IN ('f', 'p') AND ${notOfExtension('pg_proc', 'p.oid')} ORDER BY p.oid`

/** Sequences of identity columns are created with their columns. */
const SEQUENCES = `
  SELECT format('CREATE SEQUENCE %s AS %s INCREMENT %s MINVALUE %s MAXVALUE %s START %s CACHE %s %s', ${NAME},
    format_type(s.seqtypid, NULL), s.seqincrement, s.seqmin, s.seqmax, s.seqstart, s.seqcache,
    CASE WHEN s.seqcycle THEN 'CYCLE' ELSE 'NO CYCLE' END) AS text
  FROM ${RELATIONS} JOIN pg_sequence s ON s.seqrelid = c.oid
  WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
    AND d.deptype IN ('i', 'e')) ORDER BY c.oid`

/** Partitions are created as tables of their own and attached when they have their rows and indexes. */
const CREATE_TABLES = `
  SELECT format('CREATE %sTABLE %s (%s)%s%s', CASE c.relpersistence WHEN 'u' THEN 'UNLOGGED ' ELSE '' END, ${NAME},
    (SELECT string_agg(concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
        CASE WHEN a.attcollation <> 0 AND a.attcollation <> t.typcollation
          THEN 'COLLATE ' || (SELECT format('%I.%I', ln.nspname, l.collname) FROM pg_collation l
            JOIN pg_namespace ln ON ln.oid = l.collnamespace WHERE l.oid = a.attcollation) END,
        CASE WHEN a.attgenerated = 's' THEN format('GENERATED ALWAYS AS (%s) STORED', pg_get_expr(f.adbin, f.adrelid))
          WHEN a.attgenerated = 'v' THEN format('GENERATED ALWAYS AS (%s) VIRTUAL', pg_get_expr(f.adbin, f.adrelid))
          WHEN f.adbin IS NOT NULL THEN 'DEFAULT ' || pg_get_expr(f.adbin, f.adrelid) END,
        CASE WHEN a.attnotnull THEN 'NOT NULL' END), ', ' ORDER BY a.attnum)
      FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
      LEFT JOIN pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
    CASE WHEN c.relkind = 'p' THEN ' PARTITION BY ' || pg_get_partkeydef(c.oid) ELSE '' END,
    CASE WHEN c.reloptions IS NOT NULL THEN format(' WITH (%s)', array_to_string(c.reloptions, ', ')) ELSE '' END) AS text
  FROM ${RELATIONS} WHERE c.relkind IN ('r', 'p') AND ${notOfExtension('pg_class', 'c.oid')} ORDER BY c.oid`

const IDENTITIES = `
  SELECT format('ALTER TABLE %s ALTER COLUMN %I ADD GENERATED %s AS IDENTITY (SEQUENCE NAME %s)', ${NAME}, a.attname,
    CASE a.attidentity WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END,
    pg_get_serial_sequence(${NAME}, a.attname)) AS text
  FROM ${RELATIONS} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND a.attidentity <> ''
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY c.oid, a.attnum`

/** A sequence that belongs to a column is deleted with it. */
const OWNERS = `
  SELECT format('ALTER SEQUENCE %s OWNED BY %I.%I.%I', ${NAME}, n2.nspname, c2.relname, a.attname) AS text
  FROM ${RELATIONS}
  JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'a'
    AND d.refclassid = 'pg_class'::regclass
  JOIN pg_class c2 ON c2.oid = d.refobjid JOIN pg_namespace n2 ON n2.oid = c2.relnamespace
  JOIN pg_attribute a ON a.attrelid = c2.oid AND a.attnum = d.refobjsubid
  WHERE c.relkind = 'S' ORDER BY c.oid`

/** Indexes of constraints are created by these. */
const INDEXES = `
  SELECT pg_get_indexdef(c.oid) AS text FROM ${RELATIONS}
  WHERE c.relkind IN ('i', 'I') AND ${notOfExtension('pg_class', 'c.oid')}
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = c.oid AND k.contype IN ('p', 'u', 'x'))
  ORDER BY c.oid`

const CONSTRAINTS_OF = `
  SELECT format('ALTER TABLE ONLY %s ADD CONSTRAINT %I %s', ${NAME}, k.conname, pg_get_constraintdef(k.oid)) AS text
  FROM ${RELATIONS} JOIN pg_constraint k ON k.conrelid = c.oid`
const CONSTRAINTS = `${CONSTRAINTS_OF} WHERE k.contype IN ('p', 'u', 'x', 'c') ORDER BY k.oid`
const FOREIGN_KEYS = `
  SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', ${NAME}, k.conname, pg_get_constraintdef(k.oid)) AS text
  FROM ${RELATIONS} JOIN pg_constraint k ON k.conrelid = c.oid
  WHERE k.contype = 'f' AND k.conparentid = 0 ORDER BY k.oid`

const PARTITIONS = `
  SELECT format('ALTER TABLE ONLY %I.%I ATTACH PARTITION %s %s', n2.nspname, c2.relname, ${NAME},
    pg_get_expr(c.relpartbound, c.oid)) AS text
  FROM ${RELATIONS} JOIN pg_inherits i ON i.inhrelid = c.oid
  JOIN pg_class c2 ON c2.oid = i.inhparent JOIN pg_namespace n2 ON n2.oid = c2.relnamespace
  WHERE c.relispartition AND c.relkind IN ('r', 'p') ORDER BY c.oid`

const VIEWS = `
  SELECT format('CREATE VIEW %s AS %s', ${NAME}, pg_get_viewdef(c.oid)) AS text
  FROM ${RELATIONS} WHERE c.relkind = 'v' AND ${notOfExtension('pg_class', 'c.oid')} ORDER BY c.oid`

const TRIGGERS = `
  SELECT pg_get_triggerdef(g.oid) AS text FROM ${RELATIONS} JOIN pg_trigger g ON g.tgrelid = c.oid
  WHERE NOT g.tgisinternal AND g.tgparentid = 0 ORDER BY g.oid`

/** Comments hold facts: the version of the shop's tables is one. */
const COMMENTS = `
  SELECT CASE WHEN d.objsubid = 0 THEN format('COMMENT ON TABLE %s IS %L', ${NAME}, d.description)
    ELSE format('COMMENT ON COLUMN %s.%I IS %L', ${NAME}, a.attname, d.description) END AS text
  FROM ${RELATIONS} JOIN pg_description d ON d.classoid = 'pg_class'::regclass AND d.objoid = c.oid
  LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.objsubid AND d.objsubid > 0
  WHERE c.relkind IN ('r', 'p') ORDER BY c.oid, d.objsubid`

const ALL_SEQUENCES = `
  SELECT ${NAME} AS text FROM ${RELATIONS} WHERE c.relkind = 'S' AND ${notOfExtension('pg_class', 'c.oid')} ORDER BY c.oid`
