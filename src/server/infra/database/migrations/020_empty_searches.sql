-- Searches without results, by day. Nothing identifies a visitor or links two searches.
CREATE TABLE empty_searches (
  day date NOT NULL,
  locale text NOT NULL CHECK (locale IN ('en', 'ru')),
  -- Lower case, one line, at most 60 characters, no personal data.
  query text NOT NULL,
  times integer NOT NULL,
  -- Whether the last search showed nearest matches.
  has_nearest boolean NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (day, locale, query)
);
