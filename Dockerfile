# Node 24, non-root, with Chromium. Chromium's sandbox needs
# --security-opt seccomp=deploy/chromium-seccomp.json, see docker-compose.yml.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# its devDependencies are not installed; npm only looks whether the workspace exists
COPY test/clients/package.json ./test/clients/
# removes the Node from npm; other optional packages, such as the binaries of sharp, are needed
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:24-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium tini \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data CHROMIUM_PATH=/usr/bin/chromium
# the compile cache in the image halves the startup time
ENV NODE_COMPILE_CACHE=/home/node/compiled
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY src ./src
COPY commands ./commands
COPY queries ./queries
COPY projections ./projections
RUN mkdir /data && chown node:node /data
USER node
# each command is a module that is loaded to run it; endcap.ts itself would run
RUN node -e "import('/app/src/node/main.ts')" && node src/cli/endcap.ts --help >/dev/null \
  && node -e "(async () => { for await (const file of require('node:fs/promises').glob('src/cli/**/*.ts')) if (!file.endsWith('endcap.ts')) await import('/app/' + file) })()"
VOLUME /data
EXPOSE 8080
# a new release may have to build views first, which takes longer the longer the log is
HEALTHCHECK --interval=10s --timeout=3s --start-period=60m CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["tini", "--"]
# a bounded young generation: images pass through the heap as text, which would otherwise grow with every export
CMD ["node", "--scavenger-max-new-space-capacity-mb=12", "--min-semi-space-size=16", "--no-parallel-scavenge", "src/node/main.ts"]
